import { expect, test } from 'vitest';
import { showDate, showDayHead, showShortDate, showWeekDate } from './show-time.ts';

test('dates and months of the calendar are written as the language does', () => {
  expect(['2026-11-18', '2026-11'].map((date) => showDate(date, 'en'))).toEqual([
    '18 Nov 2026',
    'November 2026',
  ]);
  expect(['2026-11-18', '2026-11'].map((date) => showDate(date, 'zh'))).toEqual(['2026-11-18', '2026-11']);
});

test('the days of a week are headed as the language does', () => {
  expect(showWeekDate('2026-11-18', 'en', 'Wed')).toBe('Wed 18 Nov');
  expect(showWeekDate('2026-11-18', 'zh', '周三')).toBe('周三 11-18');
  expect(showDayHead('2026-11-18', 'en', 'Wed')).toBe('Wed 18 Nov 2026');
  expect(showDayHead('2026-11-18', 'zh', '周三')).toBe('2026-11-18 周三');
});

test('a day where its year is known has none', () => {
  expect(showShortDate('2026-11-08', 'en')).toBe('8 Nov');
  expect(showShortDate('2026-11-08', 'zh')).toBe('11-08');
});
