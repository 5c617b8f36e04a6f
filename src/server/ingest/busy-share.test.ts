import { expect, test } from 'vitest';
import { BusyShare } from './busy-share.ts';

test('without pauses the share is 1, at rest it is 0, and the last second counts most', () => {
  let at = 0;
  const share = new BusyShare(() => at);
  expect(share.value).toBe(0);
  share.begin();
  at = 10_000;
  expect(share.value).toBeCloseTo(1, 3);
  share.end();
  at = 11_000;
  expect(share.value).toBeCloseTo(0.368, 3);
  at = 20_000;
  expect(share.value).toBeLessThan(0.001);
});

test('work of a third of the time is a third', () => {
  let at = 0;
  const share = new BusyShare(() => at);
  for (; at < 30_000; at += 20) {
    share.begin();
    at += 10;
    share.end();
  }
  expect(share.value).toBeCloseTo(1 / 3, 1);
});
