import type { ReportCell, ReportSite } from '#shared/contract/reports/reports.ts';
import { reportName } from '#shared/domain/report-line.ts';
import { lineLevel, reportPeriod } from '#shared/domain/report-period.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';

/** Label of a report cell's period: that of its line, or of the whole report. */
export function useCellPeriod({
  kind,
  date,
  ts,
}: ReportCell): (site_type: ReportSite['site_type']) => string {
  const showLine = useShowPeriod(lineLevel[kind]);
  return (site_type) => {
    if (ts !== null) return showLine(ts, site_type);
    const period = reportPeriod(kind, date);
    return period ? reportName(kind, period.from) : '';
  };
}
