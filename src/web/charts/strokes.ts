/** Values over time, in arrays parallel to `times`. */
export interface ChartCourse {
  /** Time of each value in milliseconds, ascending. */
  times: readonly number[];
  /** For downsampled values: time of the last one in each bucket. */
  ends?: readonly number[];
  /** Null: no value. */
  low: readonly (number | null)[];
  /** For downsampled values: the highest in each bucket, `low` being the lowest. */
  high?: readonly (number | null)[];
  /** Indexes of values that are excluded from lines and statistics. */
  doubtful: readonly number[];
}

/** Drawable parts of a course, as flat time-value pairs. */
export interface Strokes {
  /** Included values; NaN ends a stroke. */
  line: Float64Array;
  /** Isolated values: a one-point stroke is invisible. */
  alone: Float64Array;
  hollow: Float64Array;
}

/** Median time between two values. */
export function usualStep(course: ChartCourse): number {
  return usualTime(course, course.times);
}

/** Median time from `since` of each value to the next value. */
function usualTime({ times, low }: ChartCourse, since: readonly number[]): number {
  const steps: number[] = [];
  let last: number | undefined;
  for (const [i, time] of times.entries()) {
    if (low[i] === null) continue;
    if (last !== undefined) steps.push(time - last);
    last = since[i];
  }
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0;
}

/** A longer interval, in usual steps, is a gap. */
const gapSteps = 1.5;

/** Never connects across missing or excluded values. */
export function strokesOf(course: ChartCourse): Strokes {
  const { times, low, high, ends = times } = course;
  // Measured from the end of each bucket: buckets differ in their number of values.
  const gap = usualTime(course, ends) * gapSteps;
  const isDoubtful = new Set(course.doubtful);
  const line: number[] = [];
  const alone: number[] = [];
  const hollow: number[] = [];
  let stroke: number[] = [];
  let count = 0;
  let last: { time: number; end: number; value: number } | undefined;
  const end = () => {
    if (count === 1) alone.push(...stroke);
    else if (count > 1) {
      for (const part of stroke) line.push(part);
      line.push(last?.time ?? 0, Number.NaN);
    }
    stroke = [];
    count = 0;
    last = undefined;
  };
  for (const [i, time] of times.entries()) {
    const bottom = low[i] ?? null;
    const top = high?.[i] ?? bottom;
    if (bottom === null || top === null) continue;
    if (isDoubtful.has(i)) {
      end();
      hollow.push(time, bottom);
      if (top !== bottom) hollow.push(time, top);
      continue;
    }
    if (last && time - last.end > gap) end();
    // Enters the bucket at the nearer of low and high, then crosses it.
    const rises = last === undefined || Math.abs(last.value - bottom) <= Math.abs(last.value - top);
    const [first, second] = rises ? [bottom, top] : [top, bottom];
    stroke.push(time, first);
    if (second !== first) stroke.push(time, second);
    count += 1;
    last = { time, end: ends[i] ?? time, value: second };
  }
  end();
  return {
    line: Float64Array.from(line),
    alone: Float64Array.from(alone),
    hollow: Float64Array.from(hollow),
  };
}

/** Index of the nearest time; -1 if empty. */
export function nearestPlace(times: readonly number[], at: number): number {
  let [from, to] = [0, times.length - 1];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= at) from = middle;
    else to = middle;
  }
  return Math.abs((times[from] ?? 0) - at) <= Math.abs((times[to] ?? 0) - at) ? Math.min(from, to) : to;
}
