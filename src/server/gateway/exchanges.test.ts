import { describe, expect, it } from 'vitest';
import { numberOfTime, numbersFrom } from './exchanges.ts';

describe('numbers of requests', () => {
  it('are 17 digits of the wall time, one for each millisecond, also across a second', () => {
    const first = Date.parse('2026-03-01T00:00:00.998+08:00');
    expect(numbersFrom(first, 4)).toEqual([
      '20260301000000998',
      '20260301000000999',
      '20260301000001000',
      '20260301000001001',
    ]);
    expect(numbersFrom(first, 4)).toEqual([0, 1, 2, 3].map((ms) => numberOfTime(first + ms)));
  });
});
