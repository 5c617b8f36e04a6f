import { type MaybeNumbers, pearson, spearman } from './correlation.ts';

export const correlationKinds = ['pearson', 'spearman'] as const;
export type CorrelationKind = (typeof correlationKinds)[number];

const by = { pearson, spearman };

/** Correlation of x with y `lag` steps later (negative: earlier). */
export function lagCorrelation(kind: CorrelationKind, x: MaybeNumbers, y: MaybeNumbers, lag: number) {
  return lag >= 0 ? by[kind](x, y.slice(lag)) : by[kind](x.slice(-lag), y);
}

/** The correlation at each lag from -most to most. */
export function lagCourse(
  x: MaybeNumbers,
  y: MaybeNumbers,
  most: number,
): { lag: number; v: number | null }[] {
  return Array.from({ length: 2 * most + 1 }, (_, i) => {
    const lag = i - most;
    return { lag, v: lagCorrelation('pearson', x, y, lag).v };
  });
}
