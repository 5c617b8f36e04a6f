import { type Fit, pairsOf } from '#shared/domain/correlation.ts';
import type { FigureOption } from '#web/charts/figures.ts';
import type { Look } from '#web/charts/look.ts';

interface Scattered {
  x: readonly (number | null)[];
  y: readonly (number | null)[];
  fit: Fit;
  look: Look;
  names: readonly [string, string];
  unit: string;
  /** Unit of the vertical axis if it differs. */
  otherUnit?: string;
  decimals: number;
}

/** Scatter plot with the fitted line; many points are drawn faint so that density shows. */
export function scatterOption({ x, y, fit, look, names, unit, otherUnit = unit }: Scattered): FigureOption {
  const { xs, ys } = pairsOf(x, y);
  const label = { color: look.faint, fontFamily: look.font, fontSize: 11 };
  const axis = (name: string) => ({
    type: 'value' as const,
    scale: true,
    name,
    nameTextStyle: label,
    axisLabel: label,
    axisLine: { onZero: false, lineStyle: { color: look.faint } },
    splitLine: { lineStyle: { color: look.line } },
  });
  const [low, high] = [Math.min(...extremes(xs)), Math.max(...extremes(xs))];
  const line =
    fit.k === null || fit.b === null ? [] : [low, high].map((at) => [at, (fit.k ?? 0) * at + (fit.b ?? 0)]);
  return {
    grid: { left: 56, right: 24, top: 28, bottom: 44 },
    xAxis: { ...axis(`${names[0]} (${unit})`), nameLocation: 'middle', nameGap: 26 },
    yAxis: { ...axis(`${names[1]} (${otherUnit})`), nameTextStyle: { ...label, align: 'left' } },
    series: [
      {
        type: 'scatter',
        symbolSize: xs.length > 2000 ? 3 : 5,
        silent: true,
        itemStyle: {
          color: look.series[0] ?? look.soft,
          opacity: Math.max(0.12, Math.min(0.7, 150 / xs.length)),
        },
        data: xs.map((value, i) => [value, ys[i] ?? 0]),
      },
      {
        type: 'line',
        silent: true,
        showSymbol: false,
        lineStyle: { color: look.tones.alarm, width: 1.5 },
        data: line,
      },
    ],
  };
}

/** Spreading many numbers into Math.min would exceed the argument limit. */
export function extremes(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
