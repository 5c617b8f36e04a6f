import { expect, test } from 'vitest';
import { type ReportKind, reportPeriod } from './report-period.ts';
import { formatTime } from './time.ts';

const shown = (kind: ReportKind, date: string) => {
  const period = reportPeriod(kind, date);
  return (
    period &&
    `${formatTime(period.from, 'yyyy-MM-dd HH:mm')} – ${formatTime(period.to, 'yyyy-MM-dd HH:mm')}, ${period.lines.length} lines`
  );
};

test.each([
  ['day', '2026-11-15', '2026-11-15 00:00 – 2026-11-16 00:00, 24 lines'],
  // A Sunday, a Monday, and a week that spans two years.
  ['week', '2026-11-15', '2026-11-09 00:00 – 2026-11-16 00:00, 7 lines'],
  ['week', '2026-11-16', '2026-11-16 00:00 – 2026-11-23 00:00, 7 lines'],
  ['week', '2027-01-01', '2026-12-28 00:00 – 2027-01-04 00:00, 7 lines'],
  ['month', '2026-02-28', '2026-02-01 00:00 – 2026-03-01 00:00, 28 lines'],
  ['month', '2024-02-29', '2024-02-01 00:00 – 2024-03-01 00:00, 29 lines'],
  ['month', '2026-12-31', '2026-12-01 00:00 – 2027-01-01 00:00, 31 lines'],
  ['year', '2026-07-01', '2026-01-01 00:00 – 2027-01-01 00:00, 12 lines'],
] as const)('the %s of %s', (kind, date, expected) => {
  expect(shown(kind, date)).toBe(expected);
});

test('what is no date has no report', () => {
  expect(reportPeriod('day', '2026-02-30')).toBeUndefined();
});
