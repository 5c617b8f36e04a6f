import type { alarmViews, ViewLine } from '#shared/contract/alarms/view.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import type { ChartCourse } from '#web/charts/strokes.ts';
import type { ChartArrow, ChartLimit, ChartLine, ChartPanel } from '#web/charts/time-chart-option.ts';

export type EpisodeView = AnswerOf<typeof alarmViews.view>;
type Chart = NonNullable<EpisodeView['chart']>;

/** Labels of the chart elements. */
export interface PanelWords {
  lineOf(line: ViewLine): string;
  limits: string;
  bounds: Record<'warning' | 'alarm' | 'clear', string>;
  wind: string;
  /** Name of a water class. */
  classOf(value: number): string;
}

/** Panel of values with limits and neighbours, and a wind panel below. */
export function episodePanels({ chart }: { chart: Chart }, words: PanelWords): ChartPanel[] {
  const shift = hourShift(chart.data_type, chart.site_type);
  const values: ChartPanel = {
    unit: chart.unit,
    lines: named(chart.lines, words).map(([name, line]) => ({
      name,
      decimals: chart.decimals,
      course: courseOf(line, shift),
      ...(line.of === 'neighbour' && { quiet: true }),
    })),
    limits: limitsOf(chart, words),
    ...(chart.measure === 'water_class' && { nameOf: words.classOf }),
  };
  const wind = windPanel(chart, words, shift);
  return wind ? [values, wind] : [values];
}

/** The chart requires unique line names. */
function named(lines: readonly ViewLine[], { lineOf }: PanelWords): [string, ViewLine][] {
  const taken = new Set<string>();
  return lines.map((line) => {
    let name = lineOf(line);
    for (let nth = 2; taken.has(name); nth++) name = `${lineOf(line)} (${nth})`;
    taken.add(name);
    return [name, line];
  });
}

function courseOf({ times, ends, low, high, doubtful }: ViewLine, shift: number): ChartCourse {
  const shifted = (all: readonly number[]) => (shift === 0 ? all : all.map((at) => at + shift));
  return {
    times: shifted(times),
    ...(ends && { ends: shifted(ends) }),
    low,
    ...(high && { high }),
    doubtful,
  };
}

/** Omits a clear limit that equals the raise limit. */
function limitsOf({ limits, measure }: Chart, words: PanelWords): ChartLimit[] {
  return limits
    .filter(
      ({ bound, side, value, from }) =>
        bound !== 'clear' ||
        !limits.some(
          (one) => one.bound !== 'clear' && one.side === side && one.value === value && one.from === from,
        ),
    )
    .map(({ bound, value, from, to }) => ({
      sort: words.limits,
      of: words.bounds[bound],
      // Rounds: limits derived from a share or a converted unit have meaningless digits.
      bound: measure === 'water_class' ? words.classOf(value) : String(Number(value.toPrecision(6))),
      ...{ value, from: Date.parse(from), to: Date.parse(to), tone: bound },
    }));
}

function windPanel({ wind, unit }: Chart, words: PanelWords, shift: number): ChartPanel | undefined {
  if (wind.length === 0) return undefined;
  const line: ChartLine = {
    name: words.wind,
    decimals: 1,
    course: {
      times: wind.map(({ at }) => at + shift),
      low: wind.map(({ speed }) => speed),
      doubtful: [],
    },
  };
  const arrows = wind.flatMap(({ at, direction, speed }): ChartArrow[] =>
    direction === null ? [] : [{ at: at + shift, value: speed ?? 0, direction }],
  );
  // The space makes the unit distinct, so that wind never shares a panel with other speeds.
  return { unit: unit === 'm/s' ? ' m/s' : 'm/s', lines: [line], arrows };
}
