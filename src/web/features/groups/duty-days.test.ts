import { expect, test } from 'vitest';
import { shownDates, viewAfter } from './duty-days.ts';

test('a month is shown in whole weeks from Monday to Sunday', () => {
  expect(shownDates('month', '2026-11-17')).toEqual({ from: '2026-10-26', to: '2026-12-06' });
  expect(shownDates('month', '2027-02-01')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
});

test('a week is shown from its Monday, also when the date is its Sunday', () => {
  expect(shownDates('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});

test('leafing goes from month to month and from week to week, over the year', () => {
  expect(viewAfter('month', '2026-12-31', 1)).toBe('2027-01-01');
  expect(viewAfter('month', '2026-03-31', -1)).toBe('2026-02-01');
  expect(viewAfter('week', '2026-12-30', 1)).toBe('2027-01-06');
});
