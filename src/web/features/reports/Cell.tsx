import { Tooltip } from 'antd';
import type { ReportSummary } from '#shared/contract/reports.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { type SummaryKey, summaryCount } from '#shared/domain/report-text.ts';
import { useT } from '#web/i18n.ts';
import styles from './reports.module.css';

interface CellProps {
  value: number | null | undefined;
  decimals: number;
  valid?: boolean;
  over?: boolean;
}

/** A figure of a report: grey where it does not count, marked where it is over its limit. */
export function Cell({ value, decimals, valid = true, over = false }: CellProps) {
  const t = useT();
  if (value === null || value === undefined) return <span className={styles.none}>{'–'}</span>;
  const text = formatNumber(value, decimals);
  if (!valid) {
    return (
      <Tooltip title={t('reports.invalid_hint')}>
        <span className={styles.invalid}>{text}</span>
      </Tooltip>
    );
  }
  if (!over) return text;
  return (
    <Tooltip title={t('reports.over_hint')}>
      <span className={styles.over}>{`${text} ▲`}</span>
    </Tooltip>
  );
}

interface SummaryCellProps {
  of: SummaryKey;
  summary: ReportSummary | undefined;
  decimals: number;
}

/** What a factor comes to over the whole period; a mean with too little data bears an asterisk. */
export function SummaryCell({ of, summary, decimals }: SummaryCellProps) {
  if (!summary) return '–';
  if (of === 'valid' || of === 'over' || of === 'completeness') return summaryCount(of, summary);
  return (
    <>
      <Cell value={summary[of]} decimals={decimals} />
      {of === 'mean' && summary.mean !== null && summary.usable === false && '*'}
    </>
  );
}
