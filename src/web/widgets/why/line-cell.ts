import type { ReportCell } from '#shared/contract/reports/reports.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { formatTime } from '#shared/domain/time.ts';

/** The report that has a line for each hour, day or month. */
const reportOf: Readonly<Record<'hour' | 'day' | 'month', ReportKind>> = {
  hour: 'day',
  day: 'month',
  month: 'year',
};

/** Where an hour, day or month stands in a report. */
export function lineCell(level: keyof typeof reportOf, ts: string): Omit<ReportCell, 'site_id'> {
  return { kind: reportOf[level], date: formatTime(new Date(ts), 'yyyy-MM-dd'), ts };
}
