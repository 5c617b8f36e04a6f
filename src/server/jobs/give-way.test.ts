import { afterEach, expect, test, vi } from 'vitest';
import { givingWay } from './give-way.ts';

afterEach(() => vi.useRealTimers());

test('goes on while there is work, and rests nine times as long while packets wait', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let [left, rounds, isBusy] = [3, 0, false];
  const work = givingWay(
    () => isBusy,
    async () => {
      rounds++;
      vi.advanceTimersByTime(20);
      return left-- > 0 ? 1 : 0;
    },
  );
  await work();
  expect(rounds).toBe(4);
  [left, rounds, isBusy] = [3, 0, true];
  await work();
  vi.advanceTimersByTime(179);
  await work();
  expect(rounds).toBe(1);
  vi.advanceTimersByTime(1);
  await work();
  expect(rounds).toBe(2);
  isBusy = false;
  await work();
  expect(rounds).toBe(4);
});
