import { Tooltip } from 'antd';
import type { ReportSummary } from '#shared/contract/reports/reports.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { isFigure, type SummaryKey, summaryCount } from '#shared/domain/report-text.ts';
import { useT } from '#web/i18n.ts';
import { WhyButton } from '#web/widgets/why/WhyButton.tsx';
import styles from './reports.module.css';

interface CellProps {
  value: number | null | undefined;
  decimals: number;
  valid?: boolean;
  over?: boolean;
  onWhy(): void;
}

/** Value of a report: grey if excluded, marked if over its limit. */
export function Cell({ value, decimals, valid = true, over = false, onWhy }: CellProps) {
  const t = useT();
  if (value === null || value === undefined) return <span className={styles.none}>{'–'}</span>;
  const text = formatNumber(value, decimals);
  if (valid && !over) return <WhyButton onClick={onWhy}>{text}</WhyButton>;
  return (
    <Tooltip title={t(valid ? 'reports.over_hint' : 'reports.invalid_hint')}>
      <span className={valid ? styles.over : styles.invalid}>
        <WhyButton onClick={onWhy}>{valid ? `▲ ${text}` : text}</WhyButton>
      </span>
    </Tooltip>
  );
}

interface SummaryCellProps {
  of: SummaryKey;
  summary: ReportSummary | undefined;
  decimals: number;
  onWhy(): void;
}

/** Summary of a factor over the period; an asterisk marks a mean with insufficient data. */
export function SummaryCell({ of, summary, decimals, onWhy }: SummaryCellProps) {
  if (!summary) return '–';
  if (!isFigure(of)) return <WhyButton onClick={onWhy}>{summaryCount(of, summary)}</WhyButton>;
  return (
    <>
      <Cell value={summary[of]} decimals={decimals} onWhy={onWhy} />
      {of === 'mean' && summary.mean !== null && summary.usable === false && '*'}
    </>
  );
}
