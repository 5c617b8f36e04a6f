import { mean } from './statistics.ts';

export type MaybeNumbers = readonly (number | null)[];

export interface Fit {
  k: number | null;
  b: number | null;
  r2: number | null;
  rmse: number | null;
  n: number;
}

/** The pairs in which both values are present. */
export function pairsOf(x: MaybeNumbers, y: MaybeNumbers): { xs: number[]; ys: number[] } {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const [one, other] = [x[i], y[i]];
    if (typeof one !== 'number' || typeof other !== 'number') continue;
    xs.push(one);
    ys.push(other);
  }
  return { xs, ys };
}

/** Sums of squares about the means (numerically stable for large values). */
function moments(xs: readonly number[], ys: readonly number[]) {
  const [meanX, meanY] = [mean(xs) ?? 0, mean(ys) ?? 0];
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < xs.length; i++) {
    const [dx, dy] = [(xs[i] ?? 0) - meanX, (ys[i] ?? 0) - meanY];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return { meanX, meanY, xx, yy, xy };
}

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

/** Least squares fit of y on x: y = kx + b. */
export function fitLine(x: MaybeNumbers, y: MaybeNumbers): Fit {
  const { xs, ys } = pairsOf(x, y);
  const n = xs.length;
  if (n < 2 || isConstant(xs)) return { k: null, b: null, r2: null, rmse: null, n };
  const { meanX, meanY, xx, yy, xy } = moments(xs, ys);
  const k = isConstant(ys) ? 0 : xy / xx;
  const b = meanY - k * meanX;
  const squares = xs.reduce((sum, value, i) => sum + ((ys[i] ?? 0) - (k * value + b)) ** 2, 0);
  const r2 = isConstant(ys) ? null : 1 - squares / yy;
  return { k, b, r2, rmse: Math.sqrt(squares / n), n };
}

/** Minimum number of pairs. */
const LEAST_PAIRS = 3;

export function pearson(x: MaybeNumbers, y: MaybeNumbers): { v: number | null; n: number } {
  const { xs, ys } = pairsOf(x, y);
  return { v: correlationOf(xs, ys), n: xs.length };
}

/** Spearman's rank correlation: for any monotonic relation. */
export function spearman(x: MaybeNumbers, y: MaybeNumbers): { v: number | null; n: number } {
  const { xs, ys } = pairsOf(x, y);
  return { v: correlationOf(ranksOf(xs), ranksOf(ys)), n: xs.length };
}

function correlationOf(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length < LEAST_PAIRS || isConstant(xs) || isConstant(ys)) return null;
  const { xx, yy, xy } = moments(xs, ys);
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

/** Ranks from 1; equal values share their mean rank. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1] ?? 0] === values[order[start] ?? 0]) end++;
    for (let place = start; place <= end; place++) ranks[order[place] ?? 0] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return ranks;
}

/** The median absolute deviation of a normal distribution, as a share of its standard deviation. */
const NORMAL_SHARE = 0.6745;

export interface Robust {
  median: number | null;
  mad: number | null;
  z: (number | null)[];
}

/** Median, median absolute deviation and the score of each value: robust against outliers. */
export function robustScores(x: MaybeNumbers): Robust {
  const values = x.filter((value) => typeof value === 'number');
  const median = medianOf(values);
  if (median === null) return { median, mad: null, z: x.map(() => null) };
  const mad = medianOf(values.map((value) => Math.abs(value - median))) ?? 0;
  return { median, mad, z: x.map((value) => (value === null ? null : robustScore(value, median, mad))) };
}

/** The score of a value; null if all values are equal. */
export function robustScore(value: number, median: number, mad: number): number | null {
  return mad === 0 ? null : (NORMAL_SHARE * (value - median)) / mad;
}

export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
