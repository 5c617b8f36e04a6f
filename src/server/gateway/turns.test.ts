import { performance } from 'node:perf_hooks';
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const busyFor = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

test('everything is done, in the order of the line', async () => {
  const turns = new Turns();
  const done: number[] = [];
  for (let i = 0; i < 100; i++) turns.add(() => done.push(i));
  expect(done).toEqual([]);
  while (done.length < 100) await nextRound();
  expect(done).toEqual(done.toSorted((a, b) => a - b));
});

test('others have their turn between', async () => {
  const turns = new Turns();
  let done = 0;
  for (let i = 0; i < 10; i++)
    turns.add(() => {
      busyFor(5);
      done += 1;
    });
  const seen: number[] = [];
  while (done < 10) {
    await nextRound();
    seen.push(done);
  }
  expect(seen.length).toBeGreaterThanOrEqual(10);
});

test('work that adds work is finished too', () => {
  const turns = new Turns();
  const done: string[] = [];
  turns.add(() => turns.add(() => done.push('second')));
  turns.add(() => done.push('first'));
  turns.finish();
  expect(done).toEqual(['first', 'second']);
});
