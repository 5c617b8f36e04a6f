import type { Report } from '#shared/contract/reports/reports.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import type { WhyQuestion } from '#web/widgets/why/WhyDrawer.tsx';

/** What every sheet of a report is given. */
export interface ShownReport {
  kind: ReportKind;
  /** Any day of the period. */
  date: string;
  report: Report;
  onWhy(question: WhyQuestion): void;
}
