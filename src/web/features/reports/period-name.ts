import { reportName } from '#shared/domain/report-line.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import type { Language } from '#shared/i18n/index.ts';
import { showDate } from '#web/ui/show-time.ts';

/** Period of a report in the user's language: 16 Nov 2026 – 22 Nov 2026. */
export function showReportPeriod(kind: ReportKind, from: Date, language: Language): string {
  const name = reportName(kind, from);
  if (kind === 'year') return name;
  return name
    .split(' – ')
    .map((date) => showDate(date, language))
    .join(' – ');
}
