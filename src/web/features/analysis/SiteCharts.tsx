import { Tag } from 'antd';
import { useMemo } from 'react';
import { analysisValues } from '#shared/contract/analysis/values.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { windSectors } from '#shared/domain/wind.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { AqiShares } from './AqiShares.tsx';
import styles from './analysis.module.css';
import { CalendarCard } from './CalendarCard.tsx';
import type { CardProps } from './card-props.ts';
import { ProfileCard } from './ProfileCard.tsx';
import { RelationCard } from './RelationCard.tsx';
import { type Chosen, chosenSorts, siteValues } from './site-values.ts';
import { TrendCard } from './TrendCard.tsx';
import { type AnalysisQuery, stepTimes } from './useAnalysisQuery.ts';
import { WindCards } from './WindCards.tsx';

interface SiteChartsProps {
  query: AnalysisQuery;
  site: ShortSite;
  factor: HistoryFactor;
  other: HistoryFactor;
  speed: HistoryFactor | undefined;
  direction: HistoryFactor | undefined;
}

export function SiteCharts({ query, site, factor, other, speed, direction }: SiteChartsProps) {
  const t = useT();
  const ids = [factor, other, speed, direction].flatMap((one) => one?.component_id ?? []);
  const answer = useCall(
    analysisValues.data,
    { site_ids: [site.site_id], component_ids: [...new Set(ids)], ...query.span },
    { keepPrevious: true },
  );
  const values = useMemo(() => {
    const { data } = answer;
    if (!data) return undefined;
    const row = (of: HistoryFactor | undefined) =>
      data.series.find(({ component_id }) => component_id === of?.component_id)?.values ??
      Array.from({ length: data.steps }, () => null);
    return siteValues({
      times: stepTimes(query.level, data.start, data.steps),
      values: row(factor),
      others: row(other),
      speeds: row(speed),
      directions: row(direction),
    });
  }, [answer, query.level, factor, other, speed, direction]);
  const { chosen, choose } = useChosen(query);
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!values) return <ListSkeleton />;
  if (values.values.every((value) => value === null))
    return (
      <section className={styles.panel}>
        <EmptyState title={t('sitePage.no_rows')} hint={t('sitePage.no_rows_hint')} />
      </section>
    );
  const card: CardProps = { query, site, factor, values, chosen, choose };
  return (
    <>
      <ChosenChips chosen={chosen} choose={choose} />
      <div className={styles.cards}>
        <TrendCard {...card} />
        {speed && direction && <WindCards {...card} />}
        {query.level === 'hour' && <ProfileCard {...card} sort="hour" />}
        <ProfileCard {...card} sort="weekday" />
        <CalendarCard {...card} />
        <RelationCard {...card} other={other} />
        {site.site_type !== 'water' && <AqiShares {...card} />}
      </div>
    </>
  );
}

/** Keeps the chart selection in the URL. */
function useChosen(query: AnalysisQuery): { chosen: Chosen; choose(patch: Chosen): void } {
  const { params, change } = query;
  const figure = (key: string) => (params.has(key) ? Number(params.get(key)) : undefined);
  const chosen: Chosen = {
    sector: figure('sector'),
    hour: figure('hour'),
    weekday: figure('weekday'),
    day: params.get('day') ?? undefined,
  };
  return {
    chosen,
    choose: (patch) =>
      change(
        Object.fromEntries(
          Object.entries(patch).map(([key, value]) => [
            key,
            chosen[key as keyof Chosen] === value ? undefined : value,
          ]),
        ),
      ),
  };
}

function ChosenChips({ chosen, choose }: Pick<CardProps, 'chosen' | 'choose'>) {
  const t = useT();
  const language = useLanguage();
  const shown = chosenSorts.filter((sort) => chosen[sort] !== undefined);
  if (shown.length === 0) return null;
  const words: Record<keyof Chosen, string> = {
    sector: chosen.sector === -1 ? t('analysis.calm') : (windSectors[chosen.sector ?? 0]?.[language] ?? ''),
    hour: t('analysis.hour_of_day', { hour: chosen.hour ?? 0 }),
    weekday: chosen.weekday === undefined ? '' : t.tx(`analysis.weekday_${chosen.weekday}`),
    day: chosen.day ?? '',
  };
  return (
    <div className={styles.chips}>
      <span className={styles.soft}>{t('analysis.only')}</span>
      {shown.map((sort) => (
        <Tag key={sort} closable color="processing" onClose={() => choose({ [sort]: chosen[sort] })}>
          {words[sort]}
        </Tag>
      ))}
    </div>
  );
}
