import { packets } from '#shared/contract/packets/packets.ts';
import {
  type ReportCell,
  type ReportLimit,
  reports,
  type WhyCell,
} from '#shared/contract/reports/reports.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { type T, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { FactorName } from '#web/widgets/FactorName.tsx';
import { Coverage, ValueOriginMark } from './facts.tsx';
import { lineCell } from './line-cell.ts';
import { PacketsOfHour } from './PacketsOfHour.tsx';
import { Revisions } from './Revisions.tsx';
import { useCellPeriod } from './useCellPeriod.ts';
import { WhyParts } from './WhyParts.tsx';
import { WhySheet } from './WhySheet.tsx';
import styles from './why.module.css';

export interface ValueCell extends ReportCell {
  component_id: number;
  /** Uses the factor's own decimals, as in history. */
  unrounded?: boolean | undefined;
}

interface ValueExplanationProps {
  cell: ValueCell;
  onAsk(part: ValueCell): void;
}

/** A report value with its limit, coverage and parts. */
export function ValueExplanation({ cell, onAsk }: ValueExplanationProps) {
  const { site_id, kind, date, ts, component_id, unrounded } = cell;
  const answer = useCall(reports.why, { site_id, kind, date, ts, component_id, unrounded });
  const periodOf = useCellPeriod(cell);
  const t = useT();
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <ListSkeleton />;
  const { site, factor, level, part_decimals, parts, limit, origin } = answer.data;
  return (
    <WhySheet
      site={site}
      subject={
        <>
          {periodOf(site.site_type)} <FactorName factor={factor} />
        </>
      }
      basis={limit && basisText(t, limit)}
    >
      <Facts why={answer.data} isWhole={ts === null} hour={kind === 'day' ? ts : null} />
      <WhyParts
        level={level}
        parts={parts}
        unit={factor.unit}
        decimals={part_decimals}
        site={site}
        origin={origin}
        onOpen={
          level === 'minute'
            ? undefined
            : (start) => onAsk({ site_id, component_id, unrounded, ...lineCell(level, start) })
        }
      />
      <Revisions why={answer.data} />
    </WhySheet>
  );
}

function basisText(t: T, { edition }: ReportLimit): string {
  const name = edition ? t(`standards.limits_${edition}`) : t('standards.water');
  return t('why.basis', { edition: name });
}

interface FactsProps {
  why: WhyCell;
  isWhole: boolean;
  /** Start of the hour, for hourly values. */
  hour: string | null;
}

function Facts({ why, isWhole, hour }: FactsProps) {
  const t = useT();
  const mayPackets = useMay(packets.list.needs);
  const { value, max, min, origin, flag, left_out, limit, over, times, factor } = why;
  const shown = (figure: number | null) =>
    figure === null ? '–' : `${formatNumber(figure, factor.decimals)} ${factor.unit}`;
  const meaning = `wire.flag_${flag}`;
  return (
    <dl className={styles.facts}>
      <dt>{t(isWhole ? 'why.mean' : 'why.value')}</dt>
      <dd>
        <strong>{shown(value)}</strong>
        <ValueOriginMark of={origin} />
        {flag !== '' && (
          <small className={styles.soft}>{`${flag} ${t.has(meaning) ? t.tx(meaning) : ''}`}</small>
        )}
      </dd>
      {max !== null && (
        <>
          <dt>{t('why.extremes')}</dt>
          <dd>{`${shown(min)} – ${shown(max)}`}</dd>
        </>
      )}
      {limit && (
        <>
          <dt>{t('why.limit')}</dt>
          <dd className={over > 0 ? styles.short : undefined}>
            {limitText(t, limit)}
            {isWhole ? t('why.over_count', { count: over }) : t(over > 0 ? 'why.over' : 'why.within')}
            {times !== null && t('why.times', { times: times.toFixed(2) })}
          </dd>
        </>
      )}
      <Coverage {...why} />
      <dt>{t('why.counts')}</dt>
      <dd className={left_out ? styles.short : undefined}>
        {left_out
          ? t(isWhole ? 'why.mean_out' : 'why.value_out')
          : t(isWhole ? 'why.mean_in' : 'why.value_in')}
      </dd>
      {hour && mayPackets && origin !== 'v' && <PacketsOfHour why={why} hour={hour} />}
    </dl>
  );
}

function limitText(t: T, { low, high, unit, period, target }: ReportLimit): string {
  const bounds = low !== null && high !== null ? `${low} – ${high}` : low !== null ? `≥ ${low}` : `≤ ${high}`;
  const of = target === null ? (period ? t(`why.period_${period}`) : '') : t.tx(`standards.class_${target}`);
  return `${of} ${bounds} ${unit}`.trim();
}
