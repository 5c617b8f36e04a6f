import { expect, test } from 'vitest';
import { parseTime } from './time.ts';
import { afterWorkingMinutes, type WorkingCalendar, workingMinutesBetween } from './working-time.ts';

const day = [
  ['08:00', '12:00'],
  ['14:00', '18:00'],
] as const;
const office: WorkingCalendar = {
  hours: [day, day, day, day, day, [], []],
  days: { '2026-11-18': [], '2026-11-21': [['09:00', '10:00']] },
};
const always: WorkingCalendar = { hours: Array(7).fill([['00:00', '24:00']]), days: {} };

const at = (text: string) => parseTime(text) ?? new Date(NaN);
const after = (calendar: WorkingCalendar, start: string, minutes: number) =>
  afterWorkingMinutes(calendar, at(start), minutes);

test('round the clock, working time is time', () => {
  expect(after(always, '2026-11-17 22:30', 240)).toEqual(at('2026-11-18 02:30'));
  expect(workingMinutesBetween(always, at('2026-11-17 22:30'), at('2026-11-20 22:30'))).toBe(3 * 1440);
});

test('only working hours count, over lunch, over night and over a weekend', () => {
  // 2026-11-17 is a Tuesday.
  expect(after(office, '2026-11-17 11:00', 120)).toEqual(at('2026-11-17 15:00'));
  expect(after(office, '2026-11-19 17:30', 60)).toEqual(at('2026-11-20 08:30'));
  expect(after(office, '2026-11-17 03:00', 1)).toEqual(at('2026-11-17 08:01'));
  expect(after(office, '2026-11-17 08:00', 240)).toEqual(at('2026-11-17 12:00'));
});

test('a date that differs holds in place of its weekday', () => {
  // The 18th is a holiday, the 21st a Saturday with one working hour.
  expect(after(office, '2026-11-17 17:00', 120)).toEqual(at('2026-11-19 09:00'));
  expect(after(office, '2026-11-20 17:00', 90)).toEqual(at('2026-11-21 09:30'));
  expect(workingMinutesBetween(office, at('2026-11-17 00:00'), at('2026-11-19 00:00'))).toBe(480);
});

test('what was added is found between', () => {
  for (let minutes = 1; minutes < 3000; minutes += 137) {
    const start = at('2026-11-17 09:10');
    expect(workingMinutesBetween(office, start, afterWorkingMinutes(office, start, minutes))).toBe(minutes);
  }
});

test('a calendar without working time counts time as it passes', () => {
  const never: WorkingCalendar = { hours: [[], [], [], [], [], [], []], days: {} };
  expect(after(never, '2026-11-17 08:00', 60)).toEqual(at('2026-11-17 09:00'));
});
