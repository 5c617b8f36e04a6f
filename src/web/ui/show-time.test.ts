import { expect, test } from 'vitest';
import { englishDate, showDate, showDayHead, showShortDate, showTime, showWeekDate } from './show-time.ts';

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

test('English short months have three letters, in September too', () => {
  expect(showDate('2026-09-20', 'en')).toBe('20 Sep 2026');
  expect(showShortDate('2026-09-20', 'en')).toBe('20 Sep');
  expect(englishDate('2026-09-20T04:00:00.000Z')).toBe('20 Sep 2026');
  expect(showTime('2026-09-20T04:00:00.000Z', 'en')).toMatch(/^20 Sep 2026, /);
  expect(showDate('2026-09', 'en')).toBe('September 2026');
});
