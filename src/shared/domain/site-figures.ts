import { robustScore, robustScores } from './correlation.ts';
import { percentileOf } from './statistics.ts';

/** Where values lie; all null of nothing. */
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

/** Of a row in which NaN stands for what is missing. */
export function boxFigures(values: Float32Array): BoxFigures {
  const there = values.filter((value) => !Number.isNaN(value)).sort();
  const at = (p: number) => percentileOf(p, there.length, (rank) => there[rank]);
  return {
    n: there.length,
    mean: rowMean(there),
    min: at(0),
    q1: at(25),
    median: at(50),
    q3: at(75),
    p95: at(95),
    max: at(100),
  };
}

/** NaN is left out; null of nothing. */
export function rowMean(values: Float32Array): number | null {
  let [sum, n] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    n++;
  }
  return n === 0 ? null : sum / n;
}

/** Means of stretches one after the other, the last of which may be shorter. */
export function stretchMeans(values: Float32Array, stretch: number): (number | null)[] {
  const means: (number | null)[] = [];
  for (let at = 0; at < values.length; at += stretch) means.push(rowMean(values.subarray(at, at + stretch)));
  return means;
}

/** How far one value is out among others, by their median and median deviation: a few wild ones do not move them. */
export function scoreAmong(
  value: number,
  others: readonly number[],
): { median: number; mad: number; score: number | null } | null {
  const { median, mad } = robustScores(others);
  if (median === null || mad === null) return null;
  return { median, mad, score: robustScore(value, median, mad) };
}
