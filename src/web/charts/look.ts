import { dark, heatColours, light, seriesColours } from '#web/theme/palette.ts';
import { type Theme, theme } from '#web/theme/theme.ts';
import type { ChartLimit } from './chart-panel.ts';

/** Colours and font of a chart. */
export interface Look {
  series: readonly string[];
  heat: readonly string[];
  text: string;
  soft: string;
  faint: string;
  line: string;
  surface: string;
  font: string;
  tones: Record<NonNullable<ChartLimit['tone']>, string>;
}

/** Look of the current theme. */
export const lookNow = () => lookOf(theme());

/** Print always uses the light theme. */
export const paperLook = () => lookOf('light');

function lookOf(theme: Theme): Look {
  const palette = theme === 'dark' ? dark : light;
  return {
    series: seriesColours[theme],
    heat: heatColours[theme],
    text: palette.text,
    soft: palette['text-soft'],
    faint: palette['text-faint'],
    line: palette.line,
    surface: palette.surface,
    font: getComputedStyle(document.documentElement).getPropertyValue('--font').trim(),
    tones: { warning: palette.warning, alarm: palette.error, clear: palette.success },
  };
}
