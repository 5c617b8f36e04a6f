import type { ReportCell } from '#shared/contract/reports/reports.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { formatTime } from '#shared/domain/time.ts';

/** Report with one line per hour, day or month. */
const reportOf: Readonly<Record<'hour' | 'day' | 'month', ReportKind>> = {
  hour: 'day',
  day: 'month',
  month: 'year',
};

/** Report cell of an hour, day or month. */
export function lineCell(level: keyof typeof reportOf, ts: string): Omit<ReportCell, 'site_id'> {
  return { kind: reportOf[level], date: formatTime(new Date(ts), 'yyyy-MM-dd'), ts };
}
