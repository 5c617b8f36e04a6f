import type { Report } from '#shared/contract/reports/reports.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { reportNotes } from '#shared/domain/report-text.ts';
import { useT } from '#web/i18n.ts';
import styles from './reports.module.css';

/** Standards, marks and time labels of the report. */
export function Footnotes({ kind, report }: { kind: ReportKind; report: Report }) {
  const t = useT();
  return (
    <ul className={styles.notes}>
      {reportNotes(t.tx, kind, report, new Date()).map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
