import { expect, test } from 'vitest';
import { clashOf, MOST_DATES, meetingDates, type Repeat } from './meeting-dates.ts';
import { formatTime, parseTime } from './time.ts';

const at = (text: string) => parseTime(text) ?? new Date(Number.NaN);
const span = (from: string, to: string) => ({ starts_at: at(from), ends_at: at(to) });
const first = span('2026-11-20 09:00', '2026-11-20 10:30');
const days = (every: Repeat, until: string, from = first) =>
  meetingDates(from, { every, until }).map(({ starts_at }) => formatTime(starts_at, 'yyyy-MM-dd HH:mm'));

test('without a rule it is itself', () => {
  expect(meetingDates(first, null)).toEqual([first]);
});

test('days, working days, weeks and fortnights keep the time of day, the last day included', () => {
  expect(days('day', '2026-11-22')).toEqual(['2026-11-20 09:00', '2026-11-21 09:00', '2026-11-22 09:00']);
  // The 20th is a Friday.
  expect(days('weekday', '2026-11-24')).toEqual(['2026-11-20 09:00', '2026-11-23 09:00', '2026-11-24 09:00']);
  expect(days('week', '2026-12-04')).toEqual(['2026-11-20 09:00', '2026-11-27 09:00', '2026-12-04 09:00']);
  expect(days('two_weeks', '2026-12-17')).toEqual(['2026-11-20 09:00', '2026-12-04 09:00']);
});

test('months keep the day and leave out those that are too short', () => {
  const last = span('2026-12-31 14:00', '2026-12-31 15:00');
  expect(days('month', '2027-03-31', last)).toEqual([
    '2026-12-31 14:00',
    '2027-01-31 14:00',
    '2027-03-31 14:00',
  ]);
});

test('a row has an end, and one that ends before it begins is one meeting', () => {
  expect(days('day', '2030-01-01')).toHaveLength(MOST_DATES);
  expect(days('day', '2026-01-01')).toEqual(['2026-11-20 09:00']);
});

test('start, end, containing and contained are told apart; what only touches is free', () => {
  const taken = span('2026-11-20 09:00', '2026-11-20 11:00');
  const clash = (from: string, to: string) => clashOf(span(`2026-11-20 ${from}`, `2026-11-20 ${to}`), taken);
  expect(clash('10:00', '12:00')).toBe('start_occupied');
  expect(clash('08:00', '10:00')).toBe('end_occupied');
  expect(clash('08:00', '12:00')).toBe('booking_failed');
  expect(clash('09:30', '10:30')).toBe('start_occupied');
  expect(clash('09:00', '11:00')).toBe('start_occupied');
  expect(clash('07:00', '09:00')).toBeUndefined();
  expect(clash('11:00', '12:00')).toBeUndefined();
});
