import type { ChartCourse } from './strokes.ts';

export const legendKeys = ['last', 'mean', 'min', 'max'] as const;
export type LegendKey = (typeof legendKeys)[number];
export type LegendFigures = Record<LegendKey, number | null>;

/** Statistics of included values in the visible range. Downsampled courses have no mean. */
export function legendFigures(course: ChartCourse, from: number, to: number): LegendFigures {
  const doubtful = new Set(course.doubtful);
  let [count, sum] = [0, 0];
  let figures: LegendFigures = { last: null, mean: null, min: null, max: null };
  for (const [i, time] of course.times.entries()) {
    const low = course.low[i] ?? null;
    if (low === null || time < from || time > to || doubtful.has(i)) continue;
    const high = course.high?.[i] ?? low;
    count += 1;
    sum += low;
    figures = {
      last: high,
      mean: null,
      min: Math.min(figures.min ?? low, low),
      max: Math.max(figures.max ?? high, high),
    };
  }
  return count > 0 && !course.high ? { ...figures, mean: sum / count } : figures;
}

export interface LegendSort {
  by: 'name' | LegendKey;
  down: boolean;
}

/** Without `sort` the order stays; rows without a figure come last. */
export function legendSorted<Row extends { name: string; figures: LegendFigures }>(
  rows: readonly Row[],
  sort: LegendSort | undefined,
): Row[] {
  if (!sort) return [...rows];
  const { by, down } = sort;
  const sign = down ? -1 : 1;
  if (by === 'name') return rows.toSorted((a, b) => sign * a.name.localeCompare(b.name, 'zh'));
  return rows.toSorted((a, b) => {
    const [x, y] = [a.figures[by], b.figures[by]];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}

/** A click isolates a line, or shows all if it is isolated already; with a modifier key it toggles one line. */
export function hiddenAfter(
  names: readonly string[],
  hidden: ReadonlySet<string>,
  clicked: string,
  adds: boolean,
): ReadonlySet<string> {
  if (adds) {
    const next = new Set(hidden);
    if (!next.delete(clicked)) next.add(clicked);
    return next.size === names.length ? new Set() : next;
  }
  const isAlone = !hidden.has(clicked) && names.every((name) => name === clicked || hidden.has(name));
  return new Set(isAlone ? [] : names.filter((name) => name !== clicked));
}
