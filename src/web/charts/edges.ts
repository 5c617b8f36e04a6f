import type { ChartCourse } from './strokes.ts';

/** Lowest and highest included value. */
export interface Extent {
  low: number;
  high: number;
}

/** Undefined without included values; excluded ones then set the axis range. */
export function extentOf(courses: readonly ChartCourse[]): Extent | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const course of courses) {
    const doubtful = new Set(course.doubtful);
    for (const [i, bottom] of course.low.entries()) {
      if (bottom === null || doubtful.has(i)) continue;
      if (bottom < low) low = bottom;
      const top = course.high?.[i] ?? bottom;
      if (top > high) high = top;
    }
  }
  return low <= high ? { low, high } : undefined;
}

/** An excluded value outside the extent: drawn at the edge with its figure. */
export interface EdgeMark {
  time: number;
  value: number;
  side: 'high' | 'low';
}

/** Splits excluded values (flat time-value pairs) into those near the extent and those that would stretch the axis. */
export function atEdges(
  hollow: Float64Array,
  extent: Extent | undefined,
): { inside: Float64Array; beyond: EdgeMark[] } {
  if (!extent) return { inside: hollow, beyond: [] };
  // A small excess is harmless: the axis ends at a round number anyway.
  const spare = Math.max(extent.high - extent.low, Math.abs(extent.high) * 0.1) * 0.25;
  const inside: number[] = [];
  const beyond: EdgeMark[] = [];
  for (let i = 0; i < hollow.length; i += 2) {
    const [time = 0, value = 0] = [hollow[i], hollow[i + 1]];
    if (value > extent.high + spare) beyond.push({ time, value, side: 'high' });
    else if (value < extent.low - spare) beyond.push({ time, value, side: 'low' });
    else inside.push(time, value);
  }
  return { inside: Float64Array.from(inside), beyond };
}

/** Most edge marks with a label. */
const written = 12;

/** Marks with the largest absolute values, which get a label. */
export function writtenMarks(marks: readonly EdgeMark[]): ReadonlySet<EdgeMark> {
  return new Set(marks.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, written));
}
