import { Tooltip } from 'antd';
import type { MeasuredRow, MeasuredType } from '#shared/contract/readings/readings.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { neededValues } from '#shared/domain/validity.ts';
import { useT } from '#web/i18n.ts';
import styles from './reading-value.module.css';
import { WhyButton } from './why/WhyButton.tsx';

/** Data coverage of an aggregate. */
export interface ValueCoverage {
  valid: number;
  expected: number;
  needed: number;
}

/** Undefined without values, and for periods that expect a single value. */
export function coverageOf(
  { n, valid, expected, needed }: Pick<MeasuredRow, 'n' | 'valid' | 'expected' | 'needed'>,
  place: number,
  data_type: MeasuredType,
): ValueCoverage | undefined {
  const most = expected?.[place] ?? 0;
  if (data_type === 'realtime' || data_type === 'minute' || most < 2 || !n?.[place]) return undefined;
  return { valid: valid?.[place] ?? 0, expected: most, needed: needed ?? neededValues[data_type](most) };
}

interface ReadingValueProps {
  value: number | null;
  decimals: number;
  flag: string;
  counts: boolean;
  /** Source of the value; shown only if there is a word for it. */
  origin?: string;
  /** Set for aggregated values. */
  coverage?: ValueCoverage;
  /** Sentence naming the exceeded limit. */
  over?: string | undefined;
  /** The range that the value is outside of, with its unit. */
  beyond?: string | undefined;
  /** Opens the explanation of the value. */
  onWhy?: (() => void) | undefined;
}

interface Ranged {
  value: number | null;
  unit: string;
  range_min: number | null;
  range_max: number | null;
}

/** Measuring range of the instrument, if the value is outside of it. */
export function rangeLeft({ value, unit, range_min, range_max }: Ranged): string | undefined {
  if (value === null) return undefined;
  const isWithin = value >= (range_min ?? value) && value <= (range_max ?? value);
  return isWithin ? undefined : `${range_min ?? ''}~${range_max ?? ''} ${unit}`.trim();
}

/** A formatted value. Excluded values and those over a limit or outside the range are marked with the reason. */
export function ReadingValue(props: ReadingValueProps) {
  const { value, decimals, flag, counts, origin, coverage, over, beyond, onWhy } = props;
  const t = useT();
  if (value === null && flag === '' && !coverage) return <span className={styles.none}>{'–'}</span>;
  const source = `sitePage.origin_${origin}`;
  const isOver = counts && over !== undefined;
  // The mark precedes the value, so that figures stay aligned.
  const figure = `${isOver ? '▲ ' : ''}${formatNumber(value, decimals)}`;
  const says = [
    ...(isOver ? [over] : []),
    ...(beyond === undefined ? [] : [t('sitePage.beyond_range', { range: beyond })]),
    ...(flag === '' ? [] : [flagText(flag)]),
    ...(flag === '' && !counts ? [poorText()] : []),
    ...(t.has(source) ? [t.tx(source)] : []),
    ...(coverage && counts ? [t('sitePage.coverage', { ...coverage })] : []),
  ];
  const isPlain = counts && beyond === undefined;
  const isAsked = onWhy !== undefined && value !== null;
  const shown = (
    <span
      className={isOver ? styles.over : counts ? styles.value : styles.doubtful}
      tabIndex={isPlain || isAsked ? undefined : 0}
    >
      {value === null ? '–' : onWhy ? <WhyButton onClick={onWhy}>{figure}</WhyButton> : figure}
      {flag !== '' && <sup className={styles.flag}>{flag}</sup>}
      {beyond !== undefined && <sup className={styles.flag}>{t('sitePage.beyond')}</sup>}
      {coverage && coverage.valid < coverage.expected && (
        <small className={styles.coverage}>{`${coverage.valid}/${coverage.expected}`}</small>
      )}
    </span>
  );
  return says.length > 0 ? <Tooltip title={says.join(' · ')}>{shown}</Tooltip> : shown;

  function poorText(): string {
    return coverage ? t('sitePage.poor_of', { ...coverage }) : t('sitePage.poor');
  }

  function flagText(letter: string): string {
    const word = `wire.flag_${letter}`;
    return t.has(word)
      ? t(counts ? 'sitePage.flag_counts' : 'sitePage.flag_hint', { flag: letter, meaning: t.tx(word) })
      : t('sitePage.flag_unknown', { flag: letter });
  }
}
