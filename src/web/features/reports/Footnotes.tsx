import type { Report } from '#shared/contract/reports.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { useT } from '#web/i18n.ts';
import styles from './reports.module.css';

/** By which standards the report is made, and how its marks and times are read. */
export function Footnotes({ kind, report }: { kind: ReportKind; report: Report }) {
  const t = useT();
  const types = new Set(report.sites.map(({ site_type }) => site_type));
  const ofAir = types.has('air') || types.has('mobile');
  const editions = [
    ...(ofAir ? report.aqi_editions.map((edition) => t(`standards.aqi_${edition}`)) : []),
    ...(ofAir ? report.limit_editions.map((edition) => t(`standards.limits_${edition}`)) : []),
    ...(types.has('water') ? [t('standards.water')] : []),
  ];
  const customs = new Set([...types].map(periodCustom));
  const notes = [
    t('reports.footnote_editions', { editions: editions.join(t('lists.between')) }),
    ...(kind === 'day' ? [...customs].map((custom) => t(`reports.footnote_${custom}`)) : []),
    t('reports.footnote_marks'),
    ...(new Date(report.to) > new Date() ? [t('reports.footnote_passed')] : []),
  ];
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
