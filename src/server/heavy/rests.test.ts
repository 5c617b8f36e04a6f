import { expect, test } from 'vitest';
import { partsOf, rests } from './rests.ts';

/** Blocks the thread for that many milliseconds. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('long work lets others run between its slices', async () => {
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  const rest = rests();
  for (let piece = 0; piece < 20; piece += 1) {
    work(5);
    await rest();
  }
  clearInterval(other);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('long work lets short work pass that is under way, but not for ever', async () => {
  const fairLine = { isPassed: true };
  const rest = rests({ fairLine });
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  work(5);
  await rest();
  clearInterval(other);
  expect(turns).toBeGreaterThan(0);
  expect(fairLine.isPassed).toBe(true);
});

test('work that nobody waits for ends at its next rest', async () => {
  const rest = rests({ isWanted: () => false });
  work(5);
  await expect(rest()).rejects.toMatchObject({ fault: 'processing_failed' });
});

test('no part holds more rows than are read together, unless one site has more', () => {
  const sites = Array.from({ length: 11 }, (_, at) => at);
  expect([...partsOf(sites, 366, 2000)].map((part) => part.length)).toEqual([5, 5, 1]);
  expect([...partsOf(sites, 5000, 2000)].every((part) => part.length === 1)).toBe(true);
  expect([...partsOf(sites, 7, 2000)]).toEqual([sites]);
  expect([...partsOf([], 7, 2000)]).toEqual([]);
});
