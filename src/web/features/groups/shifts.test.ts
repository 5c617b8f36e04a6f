import { expect, test } from 'vitest';
import { bandsOf, isSameRoster, isWhole, shiftsOf } from './shifts.ts';

const band = (user_id: number, weekday: number, start_time = '08:00') => ({
  user_id,
  weekday,
  start_time,
  end_time: '20:00',
});

test('the same hours of one person on several days are one shift, and come apart again', () => {
  const bands = [band(1, 1), band(1, 2), band(1, 5), band(2, 2), band(1, 6, '10:00')];
  const shifts = shiftsOf(bands);
  expect(shifts.map(({ user_id, weekdays }) => [user_id, weekdays])).toEqual([
    [1, [1, 2, 5]],
    [2, [2]],
    [1, [6]],
  ]);
  expect(bandsOf(shifts)).toEqual(bands);
});

test('a shift that is not filled in is no turn yet', () => {
  const blank = { key: 0, user_id: undefined, weekdays: [1], start_time: '08:00', end_time: '' };
  expect(isWhole(blank)).toBe(false);
  expect(bandsOf([blank])).toEqual([]);
  for (const end_time of ['24:00', '8:00', '08:60'])
    expect(bandsOf([{ ...blank, user_id: 1, end_time }])).toEqual([]);
});

test('a roster is the same whatever the order in which days were ticked', () => {
  const [shift] = shiftsOf([band(1, 1), band(1, 2)]);
  if (!shift) throw new Error('no shift');
  expect(isSameRoster([shift], [{ ...shift, key: 9, weekdays: [2, 1] }])).toBe(true);
  expect(isSameRoster([shift], [{ ...shift, weekdays: [2] }])).toBe(false);
});
