import { expect, test } from 'vitest';
import { offsetOf, secondsOf } from './clock-offset.ts';

test.each([
  [8 * 3600 - 40, { side: 'ahead', days: 0, hours: 8, minutes: 0, seconds: 0 }, 8 * 3600],
  [-(26 * 3600 + 1700), { side: 'behind', days: 1, hours: 2, minutes: 30, seconds: 0 }, -(26.5 * 3600)],
  [0, { side: 'ahead', days: 0, hours: 0, minutes: 0, seconds: 0 }, 0],
])(
  'a clock that is %i s ahead is first guessed to be off by whole quarters of an hour',
  (ahead, said, seconds) => {
    expect(offsetOf(ahead)).toEqual(said);
    expect(secondsOf(offsetOf(ahead))).toBe(seconds);
  },
);

test('seconds that a person enters count', () => {
  expect(secondsOf({ side: 'behind', days: 1, hours: 0, minutes: 1, seconds: 5 })).toBe(-86_465);
});
