import { styledLines } from './line-styles.ts';
import { nearestPlace, usualStep } from './strokes.ts';
import type { ChartPanel } from './time-chart-option.ts';

/** Values of the lines at one time. */
export interface Readout {
  /** Time of the nearest value. */
  time: number;
  values: ReadoutValue[];
}

export interface ReadoutValue {
  name: string;
  /** Indexes of colour and stroke. */
  colour: number;
  dash: number;
  unit: string;
  decimals: number;
  low: number;
  high: number;
  isDoubtful: boolean;
  nameOf?: ((value: number) => string) | undefined;
}

const visibleLines = (panels: readonly ChartPanel[], hidden: ReadonlySet<string>) =>
  styledLines(panels).filter(({ name }) => !hidden.has(name));

/** Values of visible lines; undefined if all are farther away than `nearMs` and their usual step. */
export function readoutAt(
  panels: readonly ChartPanel[],
  hidden: ReadonlySet<string>,
  at: number,
  nearMs: number,
): Readout | undefined {
  const lines = visibleLines(panels, hidden).map((line) => ({
    ...line,
    near: Math.max(nearMs, usualStep(line.course)),
  }));
  const distance = (time: number) => Math.abs(time - at);
  const [time] = lines
    .flatMap(({ course: { times }, near }) => {
      const nearest = times[nearestPlace(times, at)];
      return nearest !== undefined && distance(nearest) <= near ? nearest : [];
    })
    .sort((a, b) => distance(a) - distance(b));
  if (time === undefined) return undefined;
  const values = lines.flatMap((line): ReadoutValue[] => {
    const { name, colour, dash, unit, decimals, course, near, nameOf } = line;
    const place = nearestPlace(course.times, time);
    const low = course.low[place] ?? null;
    if (low === null || Math.abs((course.times[place] ?? 0) - time) > near / 2) return [];
    const high = course.high?.[place] ?? low;
    const isDoubtful = course.doubtful.includes(place);
    return [{ name, colour, dash, unit, decimals, low, high, isDoubtful, ...(nameOf && { nameOf }) }];
  });
  return values.length > 0 ? { time, values } : undefined;
}

/** Time of the first visible value at least `leastMs` after `at`, or before it if `side` is -1. */
export function nextTime(
  panels: readonly ChartPanel[],
  hidden: ReadonlySet<string>,
  at: number,
  leastMs: number,
  side: 1 | -1,
): number | undefined {
  const found = visibleLines(panels, hidden).flatMap(({ course: { times, low } }) => {
    const isNext = (time: number) => side * (time - at) >= Math.max(leastMs, 1);
    let place = nearestPlace(times, at + side * leastMs);
    while (place >= 0 && place < times.length && (low[place] === null || !isNext(times[place] ?? at)))
      place += side;
    return times[place] ?? [];
  });
  return found.length > 0 ? (side === 1 ? Math.min(...found) : Math.max(...found)) : undefined;
}
