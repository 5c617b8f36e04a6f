import { Select } from 'antd';
import { useMemo } from 'react';
import { factorLabel, printedFormula } from '#shared/domain/formula.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { CallError } from '#web/api/call-error.ts';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Station } from '#web/network/network.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { factorLimits } from '#web/widgets/limits.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import { Card } from './card.tsx';
import { type Compared, heroLines, indexCode } from './hero-lines.ts';
import styles from './overview.module.css';

interface HeroChartProps {
  station: Station;
  answer: { data: Compared | undefined; error: CallError | null; refetch(): unknown };
  /** Water only: code of the decisive item. */
  judged?: string | undefined;
  shown: string | undefined;
  onShow(code: string | undefined): void;
}

/** The last 24 hours of the index or one factor, compared with the day before and the year before. */
export function HeroChart({ station, answer, judged, shown, onShow }: HeroChartProps) {
  const t = useT();
  const language = useLanguage();
  const { site, medium } = station;
  const showPeriod = useShowPeriod('hour');
  const { data } = answer;
  const usual = medium === 'air' ? indexCode : (judged ?? data?.factors.find((one) => one.code)?.code ?? '');
  const known = shown === indexCode || data?.factors.some(({ code }) => code === shown);
  const code = (known && shown) || usual;
  const factor = data?.factors.find((one) => one.code === code);
  const shift = hourShift('hour', site.site_type);
  const from = Date.parse(data?.spans.find(({ of }) => of === 'now')?.from ?? '') + shift;
  const to = from + ((data?.hours ?? 24) - 1) * HOUR_MS;
  const panels = useMemo(() => {
    if (!data) return [];
    const lines = heroLines(data, {
      ...{ code, shift, decimals: factor?.decimals ?? 0 },
      nameOf: (span) => t(`siteOverview.line_${span}`),
    });
    if (lines.length === 0) return [];
    const name = factor
      ? printedFormula(factor.formula) || localName(factor, 'component_name', language)
      : '';
    const limits = factor
      ? factorLimits({ code_2017: factor.code, derivation: null, unit: factor.unit }, 'hour', from, to).map(
          (limit) => ({ ...limit, sort: t('history.limit'), of: name, bound: String(limit.value) }),
        )
      : [];
    return [{ unit: factor?.unit ?? t('siteOverview.aqi'), lines, limits }];
  }, [data, code, shift, factor, from, to, language, t]);
  const nameOf = (one: Compared['factors'][number]) =>
    factorLabel(localName(one, 'component_name', language), one.formula);
  const name = factor ? nameOf(factor) : t('siteOverview.aqi');
  return (
    <Card
      title={t('siteOverview.chart')}
      tools={
        <Select
          className={styles.factor}
          size="small"
          aria-label={t('siteOverview.chart_factor')}
          value={code}
          options={[
            ...(medium === 'air' ? [{ value: indexCode, label: t('siteOverview.aqi') }] : []),
            ...(data?.factors ?? []).flatMap((one) =>
              one.code ? [{ value: one.code, label: nameOf(one) }] : [],
            ),
          ]}
          popupMatchSelectWidth={240}
          onChange={(next) => onShow(next === usual ? undefined : next)}
        />
      }
    >
      {answer.error && !data ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !data ? (
        <ListSkeleton />
      ) : panels.length === 0 ? (
        <EmptyState title={t('siteOverview.no_hours')} hint={t('siteOverview.no_hours_hint')} />
      ) : (
        <div className={styles.chart}>
          <TimeChart
            panels={panels}
            from={from}
            to={to}
            nameOf={(at) => showPeriod(new Date(at - shift).toISOString(), site.site_type)}
            label={t('siteOverview.chart_of', { name })}
          />
        </div>
      )}
    </Card>
  );
}
