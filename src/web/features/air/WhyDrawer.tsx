import { Drawer, Segmented } from 'antd';
import { useState } from 'react';
import { air, type WhyItem } from '#shared/contract/air.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { AirFigure } from '#shared/domain/air-figures.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { pollutantFacts, pollutantOf } from '#shared/domain/pollutants.ts';
import { useCall } from '#web/api/useCall.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { AqiMark } from '#web/ui/Aqi.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { meanText, periodText, primaryText, printed } from './air-words.ts';
import { calculation } from './calculation.ts';
import { WhyHours } from './WhyHours.tsx';
import styles from './why.module.css';

/** A figure of a report: an individual index, or the air quality index itself. */
export interface WhyQuestion {
  site_id: number;
  ts: string;
  figure: AirFigure | null;
}

interface WhyDrawerProps {
  question: WhyQuestion;
  period: ReportPeriod;
  onClosed(): void;
}

type Why = AnswerOf<typeof air.why>;

/** Why this number: the edition, the formula with its breakpoints, and every hour that it rests on. */
export function WhyDrawer({ question, period, onClosed }: WhyDrawerProps) {
  const t = useT();
  const language = useLanguage();
  const [open, setOpen] = useState(true);
  const { site_id, ts } = question;
  const answer = useCall(air.why, { site_id, period, ts });
  const name = answer.data?.site.site_name ?? '';
  return (
    <Drawer
      open={open}
      size="min(680px, 100vw)"
      title={t('air.why_title', { site: name, time: periodText(language, period, ts) })}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && onClosed()}
    >
      {answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <ListSkeleton />
      ) : (
        <Explanation why={answer.data} period={period} asked={question.figure} />
      )}
    </Drawer>
  );
}

function Explanation({ why, period, asked }: { why: Why; period: ReportPeriod; asked: AirFigure | null }) {
  const t = useT();
  const { row, items, site } = why;
  const decisive = items.find(({ iaqi }) => iaqi !== null && iaqi === row.aqi)?.figure;
  const [chosen, choose] = useState(asked ?? decisive ?? items[0]?.figure);
  const item = items.find(({ figure }) => figure === chosen);
  const band = aqiBand(row.aqi);
  return (
    <div className={styles.why}>
      <p className={styles.edition}>
        {t('air.edition_only', { edition: t(`standards.aqi_${row.edition}`) })}
      </p>
      <section className={styles.sum}>
        <span className={styles.label}>{t('air.aqi')}</span>
        {band ? <AqiMark colour={band.colour}>{row.aqi}</AqiMark> : <strong>{'NA'}</strong>}
        {band && <strong>{t(`standards.band_${band.key}`)}</strong>}
        <span>{aqiReason(t, why)}</span>
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
      {item && <Figure item={item} why={why} period={period} key={`${site.site_id} ${item.figure}`} />}
    </div>
  );
}

/** The highest of the individual indices, or why none is published. */
function aqiReason(t: T, { row, items }: Why): string {
  const known = items.flatMap(({ figure, iaqi }) => (iaqi === null ? [] : [{ figure, iaqi }]));
  if (row.aqi !== null) {
    const indices = known.map(({ iaqi }) => iaqi).join(', ');
    return t('air.why_aqi', { indices, aqi: row.aqi, primary: primaryText(t, row.primary) });
  }
  const missing = items.filter(({ mark }) => mark === 'NA').map(({ figure }) => printed(pollutantOf(figure)));
  return t('air.why_na', { items: [...new Set(missing)].join(t('air.joiner')) });
}

function Figure({ item, why, period }: { item: WhyItem; why: Why; period: ReportPeriod }) {
  const t = useT();
  const pollutant = pollutantOf(item.figure);
  const { unit, decimals } = pollutantFacts[pollutant];
  const formula = calculation(why.row.edition, period, item);
  const source = `sitePage.origin_${item.origin}`;
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
          {t.has(source) && <small className={styles.soft}>{t.tx(source)}</small>}
        </dd>
        <dt>{t('air.iaqi')}</dt>
        <dd>{formula ? <code>{formula}</code> : <strong>{item.iaqi ?? item.mark ?? '–'}</strong>}</dd>
        <dt>{t('air.why_coverage')}</dt>
        <dd className={item.valid < item.needed ? styles.short : undefined}>
          {t(`air.why_${item.counted}`, {
            valid: item.valid,
            expected: item.expected,
            needed: item.needed,
          })}
        </dd>
      </dl>
      <WhyHours item={item} site={why.site} />
    </>
  );
}
