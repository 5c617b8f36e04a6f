/** Values over time, in arrays parallel to `times`. */
export interface ChartCourse {
  /** Milliseconds, ascending: where each value stands. */
  times: readonly number[];
  /** Where values were put together: where the last of them stands. */
  ends?: readonly number[];
  /** Null where there is none. */
  low: readonly (number | null)[];
  /** Where values were put together: the highest of them, `low` being the lowest. */
  high?: readonly (number | null)[];
  /** Places of values that do not count. */
  doubtful: readonly number[];
}

/** What is drawn of a course: flat pairs of time and value. */
export interface Strokes {
  /** Values that count; NaN ends a stroke. */
  line: Float64Array;
  /** Those with nothing beside them: a stroke of one point would not be seen. */
  alone: Float64Array;
  hollow: Float64Array;
}

/** How far values of a course usually are from one another. */
export function usualStep(course: ChartCourse): number {
  return usualTime(course, course.times);
}

/** The middle one of the times from each value to the next. */
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

/** Farther apart than this, in usual steps, something is missing between two values. */
const gapSteps = 1.5;

/** Gaps stay gaps: neither what is missing nor what does not count is ever bridged. */
export function strokesOf(course: ChartCourse): Strokes {
  const { times, low, high, ends = times } = course;
  // One stretch may hold two values and the next one three: what counts is the time in which there was none.
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
    // From where the line is to the nearer end of the stretch, and across it.
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

/** The place whose time is nearest; -1 of nothing. */
export function nearestPlace(times: readonly number[], at: number): number {
  let [from, to] = [0, times.length - 1];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= at) from = middle;
    else to = middle;
  }
  return Math.abs((times[from] ?? 0) - at) <= Math.abs((times[to] ?? 0) - at) ? Math.min(from, to) : to;
}
