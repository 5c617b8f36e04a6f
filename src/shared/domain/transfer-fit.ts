import { fitLine, type MaybeNumbers, pairsOf } from './correlation.ts';
import { usable } from './site-fit.ts';
import { mean } from './statistics.ts';

/** Share of the time at the end that is excluded from the fit and used for validation. */
export const HELD_OUT = 0.25;
/** 97.5 % quantile of the normal distribution. */
const NORMAL_95 = 1.96;

export interface Trial {
  n: number;
  /** Root mean square difference to the reference, without and with K and B. */
  before: number | null;
  after: number | null;
}

export interface TransferFit {
  k: number | null;
  b: number | null;
  /** Half widths of the 95 % confidence intervals. */
  k_error: number | null;
  b_error: number | null;
  r2: number | null;
  fitted: Trial;
  held: Trial;
  /** Reference minus corrected value, by step. */
  residuals: (number | null)[];
}

/** K and B that fit a site to its reference, their confidence intervals, and the validation on the held-out part. */
export function transferFit(
  site: MaybeNumbers,
  reference: MaybeNumbers,
  isLeftOut: (step: number) => boolean = () => false,
): TransferFit {
  const kept = (values: MaybeNumbers) =>
    usable(values).map((value, step) => (isLeftOut(step) ? null : value));
  const [x, y] = [kept(site), kept(reference)];
  const cut = Math.round(x.length * (1 - HELD_OUT));
  const { k, b, r2, n, rmse } = fitLine(x.slice(0, cut), y.slice(0, cut));
  const { xs } = pairsOf(x.slice(0, cut), y.slice(0, cut));
  const middle = mean(xs) ?? 0;
  const spread = xs.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const noise = n > 2 && rmse !== null ? Math.sqrt((rmse ** 2 * n) / (n - 2)) : null;
  const error = (share: number) =>
    noise === null || spread === 0 ? null : NORMAL_95 * noise * Math.sqrt(share);
  const corrected = x.map((value) => (value === null || k === null || b === null ? null : k * value + b));
  return {
    ...{ k, b, r2 },
    k_error: error(1 / spread),
    b_error: error(1 / n + middle ** 2 / spread),
    fitted: trial(x.slice(0, cut), corrected.slice(0, cut), y.slice(0, cut)),
    held: trial(x.slice(cut), corrected.slice(cut), y.slice(cut)),
    residuals: corrected.map((value, step) => {
      const wanted = y[step] ?? null;
      return value === null || wanted === null ? null : wanted - value;
    }),
  };
}

function trial(x: MaybeNumbers, corrected: MaybeNumbers, y: MaybeNumbers): Trial {
  return { n: pairsOf(x, y).xs.length, before: distance(x, y), after: distance(corrected, y) };
}

function distance(one: MaybeNumbers, other: MaybeNumbers): number | null {
  const { xs, ys } = pairsOf(one, other);
  const squares = mean(xs.map((value, i) => (value - (ys[i] ?? 0)) ** 2));
  return squares === null ? null : Math.sqrt(squares);
}
