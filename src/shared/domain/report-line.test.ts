import { expect, test } from 'vitest';
import { lineName, reportName } from './report-line.ts';

test.each([
  ['day', '2026-11-14T15:00:00Z', 'end', 'zh', '24:00'],
  ['day', '2026-11-14T15:00:00Z', 'start', 'zh', '23:00'],
  ['week', '2026-11-08T16:00:00Z', 'end', 'zh', '11-09 周一'],
  ['week', '2026-11-14T16:00:00Z', 'end', 'en', 'Sun 15 Nov'],
  ['month', '2026-10-31T16:00:00Z', 'end', 'en', '1 Nov'],
  ['year', '2025-12-31T16:00:00Z', 'end', 'zh', '1月'],
  ['year', '2025-12-31T16:00:00Z', 'end', 'en', 'Jan'],
] as const)(
  'in a report of a %s, what begins at %s is called by its %s in %s: %s',
  (kind, iso, custom, language, name) => {
    expect(lineName(kind, iso, custom, language)).toBe(name);
  },
);

test.each([
  ['day', '2026-11-09'],
  ['week', '2026-11-09 – 2026-11-15'],
  ['month', '2026-11'],
  ['year', '2026'],
] as const)('a report of a %s is called %s', (kind, name) => {
  expect(reportName(kind, new Date('2026-11-08T16:00:00Z'))).toBe(name);
});
