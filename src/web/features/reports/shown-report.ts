import type { Report } from '#shared/contract/reports/reports.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import type { WhyQuestion } from '#web/widgets/why/WhyDrawer.tsx';

/** Props shared by all sheets of a report. */
export interface ShownReport {
  kind: ReportKind;
  /** Any day of the period. */
  date: string;
  report: Report;
  onWhy(question: WhyQuestion): void;
}
