import { useCallback, useEffect } from 'react';
import { offsetMs } from '#shared/domain/time.ts';
import { useLanguage } from '#web/i18n.ts';
import { useTheme } from '#web/theme/theme.ts';
import { init } from './echarts.ts';
import { type Look, lookNow } from './look.ts';
import { type ChartPanel, optionOf } from './time-chart-option.ts';
import { useChartPlace } from './useChartPlace.ts';

/** Its own month names are English; Chinese labels are figures. */
const makeChart = (element: HTMLElement) => init(element, null, { locale: 'EN' });

/** Draws the panels into `place`, anew when they, the words, the colours or the room change. */
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
      // The library draws the clock of Greenwich; the network's is so far ahead of it.
      const zoneMs = offsetMs(from);
      const picture = { panels, from, to, zoneMs, hidden, language, ...size };
      chart.current?.setOption(optionOf({ ...picture, look }), { notMerge: true });
    },
    [panels, from, to, hidden, language, size, chart],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what `lookNow` gives
  useEffect(() => {
    if (size.height > 0) paint(lookNow());
  }, [paint, theme]);
  return { place, chart, size, paint };
}
