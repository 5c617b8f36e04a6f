import { robustScore, robustScores } from './correlation.ts';
import { shortestReal, withoutNoise } from './rounding.ts';
import { percentileOf } from './statistics.ts';

/** Box plot statistics; all null without values. */
export interface BoxFigures {
  n: number;
  mean: number | null;
  min: number | null;
  q1: number | null;
  median: number | null;
  q3: number | null;
  p95: number | null;
  max: number | null;
}

/** For a row with NaN for missing values. */
export function boxFigures(values: Float32Array): BoxFigures {
  const there = withoutGaps(values).sort();
  // As sent: shown figures are truncated, so 19.4 stored as 19.39999… would be shown as 19.3.
  const sent = (rank: number) => shortestReal(there[rank] ?? Number.NaN);
  const at = (p: number) => percentileOf(p, there.length, sent);
  const mean = rowMean(there);
  return {
    n: there.length,
    mean: mean === null ? null : withoutNoise(mean),
    min: at(0),
    q1: at(25),
    median: at(50),
    q3: at(75),
    p95: at(95),
    max: at(100),
  };
}

/** A copy; a loop, because `filter` would take as long as sorting. */
function withoutGaps(values: Float32Array): Float32Array {
  const there = new Float32Array(values.length);
  let n = 0;
  for (const value of values) if (!Number.isNaN(value)) there[n++] = value;
  return there.subarray(0, n);
}

/** Ignores NaN; null without values. */
export function rowMean(values: Float32Array): number | null {
  let [sum, n] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    n++;
  }
  return n === 0 ? null : sum / n;
}

/** Means of consecutive stretches; the last may be shorter. */
export function stretchMeans(values: Float32Array, stretch: number): (number | null)[] {
  const means: (number | null)[] = [];
  for (let at = 0; at < values.length; at += stretch) means.push(rowMean(values.subarray(at, at + stretch)));
  return means;
}

/** Robust score of a value among others, by median and median absolute deviation, which outliers hardly affect. */
export function scoreAmong(
  value: number,
  others: readonly number[],
): { median: number; mad: number; score: number | null } | null {
  const { median, mad } = robustScores(others);
  if (median === null || mad === null) return null;
  return { median, mad, score: robustScore(value, median, mad) };
}
