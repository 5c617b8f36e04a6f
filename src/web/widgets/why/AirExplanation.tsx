import { Segmented } from 'antd';
import { useState } from 'react';
import { air, type WhyItem } from '#shared/contract/air/air.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { AirFigure } from '#shared/domain/air-figures.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { pollutantFacts, pollutantOf } from '#shared/domain/pollutants.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { AqiMark } from '#web/widgets/Aqi.tsx';
import { meanText, periodText, printed } from '#web/widgets/air-words.ts';
import { calculation } from './calculation.ts';
import { Coverage, ValueOriginMark } from './facts.tsx';
import { lineCell } from './line-cell.ts';
import type { ValueCell } from './ValueExplanation.tsx';
import { WhyParts } from './WhyParts.tsx';
import { WhySheet } from './WhySheet.tsx';
import styles from './why.module.css';
import { aqiReason } from './why-words.ts';

/** Cell of an air quality report: an IAQI, or the AQI if `figure` is null. */
export interface AirCell {
  site_id: number;
  ts: string;
  figure: AirFigure | null;
}

type Why = AnswerOf<typeof air.why>;

interface AirExplanationProps {
  cell: AirCell;
  period: ReportPeriod;
  onAsk(hour: ValueCell): void;
}

/** Edition of the standard, formula with breakpoints, and all hours that the index is computed from. */
export function AirExplanation({ cell, period, onAsk }: AirExplanationProps) {
  const { site_id, ts, figure } = cell;
  const answer = useCall(air.why, { site_id, period, ts });
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <ListSkeleton />;
  return <Explanation why={answer.data} period={period} asked={figure} onAsk={onAsk} />;
}

interface ExplanationProps extends Pick<AirExplanationProps, 'period' | 'onAsk'> {
  why: Why;
  asked: AirFigure | null;
}

function Explanation({ why, period, asked, onAsk }: ExplanationProps) {
  const t = useT();
  const language = useLanguage();
  const { row, items, site } = why;
  const decisive = items.find(({ iaqi }) => iaqi !== null && iaqi === row.aqi)?.figure;
  const [chosen, choose] = useState(asked ?? decisive ?? items[0]?.figure);
  const item = items.find(({ figure }) => figure === chosen);
  const band = aqiBand(row.aqi);
  return (
    <WhySheet
      site={site}
      subject={periodText(language, period, row.ts)}
      basis={t('air.edition_only', { edition: t(`standards.aqi_${row.edition}`) })}
    >
      <section className={styles.sum}>
        <span className={styles.label}>{t('air.aqi')}</span>
        {band ? <AqiMark colour={band.colour}>{row.aqi}</AqiMark> : <strong>{'NA'}</strong>}
        {band && <strong>{t(`standards.band_${band.key}`)}</strong>}
        <span>{aqiReason(t, period, row, items)}</span>
      </section>
      <Segmented<AirFigure>
        block
        aria-label={t('air.group_items')}
        value={chosen}
        options={items.map(({ figure, iaqi, mark }) => ({
          value: figure,
          label: (
            <span className={styles.choice}>
              {printed(pollutantOf(figure))}
              <small>{iaqi ?? mark ?? '–'}</small>
            </span>
          ),
        }))}
        onChange={choose}
      />
      {item && (
        <Figure item={item} why={why} period={period} onAsk={onAsk} key={`${site.site_id} ${item.figure}`} />
      )}
    </WhySheet>
  );
}

interface FigureProps extends Pick<AirExplanationProps, 'period' | 'onAsk'> {
  item: WhyItem;
  why: Why;
}

function Figure({ item, why, period, onAsk }: FigureProps) {
  const t = useT();
  const { component_id } = item;
  const pollutant = pollutantOf(item.figure);
  const { unit, decimals } = pollutantFacts[pollutant];
  const formula = calculation(why.row.edition, period, item);
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('air.concentration')}</dt>
        <dd>
          {`${printed(pollutant)} ${meanText(t, period, item.figure)} `}
          <strong>
            {item.concentration === null
              ? (item.mark ?? '–')
              : `${item.concentration.toFixed(decimals)} ${unit}`}
          </strong>
          <ValueOriginMark of={item.origin} />
        </dd>
        <dt>{t('air.iaqi')}</dt>
        <dd>{formula ? <code>{formula}</code> : <strong>{item.iaqi ?? item.mark ?? '–'}</strong>}</dd>
        <Coverage {...item} />
      </dl>
      <WhyParts
        level="hour"
        parts={item.hours}
        unit={unit}
        decimals={decimals + 1}
        site={{ ...why.site, site_type: 'air' }}
        origin={item.origin}
        onOpen={
          component_id === null
            ? undefined
            : (ts) => onAsk({ site_id: why.site.site_id, component_id, ...lineCell('hour', ts) })
        }
      />
    </>
  );
}
