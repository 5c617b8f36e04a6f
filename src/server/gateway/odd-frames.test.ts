import { expect, test } from 'vitest';
import { OddFrames } from './odd-frames.ts';

const kept = (frames: OddFrames, address: string, now: number) => {
  let count = 0;
  while (frames.mayKeep(address, now) && count < 10_000) count += 1;
  return count;
};

test('an address uses up its own limit, not that of others, until the next minute', () => {
  const frames = new OddFrames();
  expect(kept(frames, 'a', 60_000)).toBe(120);
  expect(kept(frames, 'a', 61_000)).toBe(0);
  expect(kept(frames, 'b', 61_000)).toBe(120);
  expect(kept(frames, 'a', 120_000)).toBe(120);
});

test('many addresses together have an end too', () => {
  const frames = new OddFrames();
  let all = 0;
  for (let i = 0; i < 100; i++) all += kept(frames, String(i), 60_000);
  expect(all).toBe(3000);
});
