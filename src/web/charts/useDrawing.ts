import { useCallback, useEffect } from 'react';
import { offsetMs } from '#shared/domain/time.ts';
import { useLanguage } from '#web/i18n.ts';
import { useTheme } from '#web/theme/theme.ts';
import { init } from './echarts.ts';
import { type Look, lookNow } from './look.ts';
import { type ChartPanel, optionOf } from './time-chart-option.ts';
import { useChartPlace } from './useChartPlace.ts';

/** Month names come from ECharts in English only; Chinese labels are numeric. */
const makeChart = (element: HTMLElement) => init(element, null, { locale: 'EN' });

/** Draws the panels into `place`; redraws when they, the language, theme or size change. */
export function useDrawing(
  panels: readonly ChartPanel[],
  from: number,
  to: number,
  hidden: ReadonlySet<string>,
) {
  const language = useLanguage();
  const theme = useTheme();
  const { place, chart, size } = useChartPlace(makeChart);

  const paint = useCallback(
    (look: Look) => {
      // ECharts draws UTC: adds the network's UTC offset.
      const zoneMs = offsetMs(from);
      const picture = { panels, from, to, zoneMs, hidden, language, ...size };
      chart.current?.setOption(optionOf({ ...picture, look }), { notMerge: true });
    },
    [panels, from, to, hidden, language, size, chart],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `lookNow` depends on the theme
  useEffect(() => {
    if (size.height > 0) paint(lookNow());
  }, [paint, theme]);
  return { place, chart, size, paint };
}
