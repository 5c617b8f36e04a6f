import { expect, test } from 'vitest';
import { showReportPeriod } from './period-name.ts';

const monday = new Date('2026-11-16T00:00:00+08:00');

test.each([
  ['day', '16 Nov 2026', '2026-11-16'],
  ['week', '16 Nov 2026 – 22 Nov 2026', '2026-11-16 – 2026-11-22'],
  ['month', 'November 2026', '2026-11'],
  ['year', '2026', '2026'],
] as const)('a report of a %s is called %s in English and %s in Chinese', (kind, english, chinese) => {
  expect(showReportPeriod(kind, monday, 'en')).toBe(english);
  expect(showReportPeriod(kind, monday, 'zh')).toBe(chinese);
});
