import { expect, test } from 'vitest';
import { type DutyBand, HOLIDAY } from './duty.ts';
import { type DutyPlan, dateAfter, gapsOn, onDutyAt, turnsOn } from './duty-calendar.ts';
import { parseTime } from './time.ts';

const band = (user_id: number, weekday: number, start_time = '08:00', end_time = '20:00'): DutyBand => ({
  user_id,
  weekday,
  start_time,
  end_time,
});
/** Person 1 by day, person 2 by night; 2026-11-16 is a Monday. */
const bands = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => [band(1, day), band(2, day, '20:00', '08:00')]);
const plan = (more: Partial<DutyPlan> = {}): DutyPlan => ({
  bands,
  holidays: new Set(),
  days: new Map(),
  swaps: [],
  ...more,
});
const at = (text: string) => parseTime(text) ?? new Date(Number.NaN);
const people = (of: DutyPlan, date: string) => turnsOn(of, date).map(({ user_id }) => user_id);
const swap = (more: object) => ({
  ...{ swap_id: 9, user_id: 1, to_user_id: 3, on_date: '2026-11-16', start_time: '08:00' },
  ...{ return_date: null, return_start: null, ...more },
});

test('a turn that begins in the evening goes on until its morning', () => {
  expect(onDutyAt(plan(), at('2026-11-17 07:59'))).toEqual([2]);
  expect(onDutyAt(plan(), at('2026-11-17 08:00'))).toEqual([1]);
  expect(onDutyAt(plan(), at('2026-11-17 20:00'))).toEqual([2]);
});

test('a turn that ends when it starts lasts a day; both ends of a month follow each other', () => {
  const whole = plan({ bands: [band(7, 1, '09:00', '09:00')] });
  expect(onDutyAt(whole, at('2026-11-17 08:59'))).toEqual([7]);
  expect(onDutyAt(whole, at('2026-11-17 09:00'))).toEqual([]);
  expect(dateAfter('2026-12-31', 1)).toBe('2027-01-01');
});

test('on a holiday its own turns hold, and where there are none those of the weekday', () => {
  const holidays = new Set(['2026-11-17']);
  expect(people(plan({ holidays }), '2026-11-17')).toEqual([1, 2]);
  const withOwn = plan({ holidays, bands: [...bands, band(5, HOLIDAY, '00:00', '00:00')] });
  expect(people(withOwn, '2026-11-17')).toEqual([5]);
  expect(people(withOwn, '2026-11-18')).toEqual([1, 2]);
  // The night turn before the holiday still ends in the morning of the holiday.
  expect(onDutyAt(withOwn, at('2026-11-17 03:00'))).toEqual([2, 5]);
});

test('what is set for a date holds in place of week and holiday, also when it is nobody', () => {
  const days = new Map([
    ['2026-11-17', [{ user_id: 4, start_time: '10:00', end_time: '12:00' }]],
    ['2026-11-18', []],
  ]);
  const differs = plan({ days, holidays: new Set(['2026-11-17']) });
  expect(people(differs, '2026-11-17')).toEqual([4]);
  expect(people(differs, '2026-11-18')).toEqual([]);
});

test('a swapped turn is the other one’s, that day only, and may be swapped on and back', () => {
  expect(people(plan({ swaps: [swap({})] }), '2026-11-16')).toEqual([3, 2]);
  expect(people(plan({ swaps: [swap({})] }), '2026-11-23')).toEqual([1, 2]);
  const on = plan({ swaps: [swap({}), swap({ swap_id: 10, user_id: 3, to_user_id: 4 })] });
  expect(turnsOn(on, '2026-11-16')[0]).toMatchObject({ user_id: 4, planned_user_id: 1, swap_id: 10 });
});

test('an exchange gives one turn for another', () => {
  const exchange = swap({ to_user_id: 2, return_date: '2026-11-18', return_start: '20:00' });
  const both = plan({ swaps: [exchange] });
  expect(people(both, '2026-11-16')).toEqual([2, 2]);
  expect(people(both, '2026-11-18')).toEqual([1, 1]);
});

test('a swap of a turn that is no longer planned changes nothing', () => {
  expect(people(plan({ swaps: [swap({ start_time: '09:00' })] }), '2026-11-16')).toEqual([1, 2]);
});

test('hours without anybody are found, a night turn from the day before counted', () => {
  expect(gapsOn(plan(), '2026-11-16')).toEqual([]);
  const days = new Map([['2026-11-17', [{ user_id: 4, start_time: '10:00', end_time: '12:00' }]]]);
  expect(gapsOn(plan({ days }), '2026-11-17')).toEqual([
    { from: 480, to: 600 },
    { from: 720, to: 1440 },
  ]);
});
