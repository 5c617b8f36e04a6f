import { expect, test } from 'vitest';
import { clockOf, coverOf, type DutyBand, HOLIDAY, unevenIn, weekdayOf, weekMinutes } from './duty.ts';

const week = [1, 2, 3, 4, 5, 6, 7];
const turn = (user_id: number, weekday: number, start_time: string, end_time: string): DutyBand => ({
  user_id,
  weekday,
  start_time,
  end_time,
});
const said = ({ from, to }: { from: number; to: number }) =>
  `${weekdayOf(from)} ${clockOf(from)}–${weekdayOf(to)} ${clockOf(to)}`;

test('a roster without turns is one gap of a week', () => {
  expect(unevenIn([])).toEqual({
    gaps: [{ from: 0, to: weekMinutes, user_ids: [], isOverlap: false }],
    overlaps: [],
  });
});

test('day and night turns that meet leave neither gap nor overlap', () => {
  const bands = week.flatMap((day) => [turn(1, day, '08:00', '20:00'), turn(2, day, '20:00', '08:00')]);
  expect(unevenIn(bands)).toEqual({ gaps: [], overlaps: [] });
  expect(coverOf(bands).map(({ user_ids }) => user_ids[0])).toEqual([2, ...week.flatMap(() => [1, 2])]);
});

test('a turn that ends when it starts lasts a whole day', () => {
  const bands = week.map((day) => turn(day, day, '09:00', '09:00'));
  expect(unevenIn(bands)).toEqual({ gaps: [], overlaps: [] });
});

test('a gap from Sunday to Monday is one gap', () => {
  const bands = [1, 2, 3, 4, 5].map((day) => turn(1, day, '00:00', '00:00'));
  const late = [...bands.slice(1), turn(1, 1, '08:00', '00:00')];
  expect(unevenIn(bands).gaps.map(said)).toEqual(['6 00:00–1 00:00']);
  expect(unevenIn(late).gaps.map(said)).toEqual(['6 00:00–1 08:00']);
});

test('an overlap names everyone on duty in it, nobody twice, also one who has two turns at once', () => {
  const bands = [
    turn(2, 1, '08:00', '12:00'),
    turn(1, 1, '11:00', '14:00'),
    turn(1, 1, '11:30', '13:00'),
    turn(3, 7, '23:00', '01:00'),
    turn(4, 7, '23:30', '00:30'),
  ];
  expect(unevenIn(bands).overlaps).toMatchObject([
    { from: 660, to: 720, user_ids: [1, 2] },
    { from: 720, to: 780, user_ids: [1] },
    { from: weekMinutes - 30, to: weekMinutes + 30, user_ids: [3, 4] },
  ]);
});

test('turns of holidays are no part of the week', () => {
  expect(unevenIn([turn(1, HOLIDAY, '08:00', '20:00')]).gaps).toMatchObject([{ from: 0, to: weekMinutes }]);
});
