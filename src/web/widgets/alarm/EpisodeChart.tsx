import { useMemo } from 'react';
import type { ViewLine } from '#shared/contract/alarms/view.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { TimeChart } from '#web/charts/TimeChart.tsx';
import { useT } from '#web/i18n.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import styles from './episode.module.css';
import { type EpisodeView, episodePanels } from './episode-panels.ts';
import { type AlarmRow, useAlarmWords } from './useAlarmWords.ts';

interface EpisodeChartProps {
  alarm: AlarmRow;
  view: EpisodeView & { chart: NonNullable<EpisodeView['chart']> };
}

/** Values of an episode (its time shaded) with limits and neighbours, and the wind below. */
export function EpisodeChart({ alarm, view }: EpisodeChartProps) {
  const t = useT();
  const narrow = useNarrow();
  const { chart } = view;
  const { factorOf, titleOf } = useAlarmWords();
  const showPeriod = useShowPeriod(chart.data_type);
  const panels = useMemo(() => {
    const lineOf = ({ of, site_name, km, factor }: ViewLine) => {
      if (of === 'neighbour') return t('alarmLog.neighbour_line', { site: site_name, km: km ?? 0 });
      if (chart.measure === 'o3_8h') return t('alarmRules.measure_o3_8h');
      return factor ? factorOf(factor) : t('alarmRules.measure_water_class');
    };
    const bounds = {
      warning: t('alarmLog.level_warning'),
      alarm: t('alarmLog.level_alarm'),
      clear: t('alarmLog.bound_clear'),
    };
    return episodePanels(
      { chart },
      {
        ...{ lineOf, bounds, limits: t('alarmLog.limits'), wind: t('alarmLog.wind_speed') },
        classOf: (value) => (t.has(`standards.class_${value}`) ? t.tx(`standards.class_${value}`) : ''),
      },
    );
  }, [chart, factorOf, t]);
  const shift = hourShift(chart.data_type, chart.site_type);
  const [from, to] = [Date.parse(view.from), Date.parse(view.to)];
  const shaded = {
    from: Date.parse(alarm.from_at),
    to: alarm.ended_at === null ? to : Date.parse(alarm.ended_at),
  };
  return (
    <div className={styles.chart} data-panels={panels.length} data-narrow={narrow}>
      <TimeChart
        panels={panels}
        from={from}
        to={to}
        shaded={shaded}
        nameOf={(at) => showPeriod(new Date(at - shift).toISOString(), chart.site_type)}
        label={t('alarmLog.chart_of', { alarm: titleOf(alarm) })}
      />
    </div>
  );
}
