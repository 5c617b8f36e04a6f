import { roundHalfEven } from './rounding.ts';

/** Bounds of zero checks as concentrations, by factor. */
const zeroBounds = { CODMn: 1.0, NH3N: 0.2, TN: 0.3, TP: 0.02 } as const;
export type ZeroFactor = keyof typeof zeroBounds;
export const zeroFactors = Object.keys(zeroBounds) as [ZeroFactor, ...ZeroFactor[]];

export type QualityCheck =
  | { kind: 'zero'; factor: ZeroFactor; measured: number; standard: number }
  | { kind: 'span' | 'standard'; measured: number; standard: number }
  | { kind: 'zero_drift' | 'span_drift'; today: number; previous: number; span: number }
  | {
      kind: 'spike';
      before: number;
      after: number;
      volume_before: number;
      volume_added: number;
      concentration_added: number;
    }
  | { kind: 'parallel'; a: number; b: number };

export interface QualityResult {
  v: number | null;
  pass: boolean | null;
}

/** The rounded result of a check, and whether it is within its bounds (inclusive). */
export function qualityCheck(check: QualityCheck): QualityResult {
  const [figure, low, high] = judged(check);
  if (!Number.isFinite(figure)) return { v: null, pass: null };
  const v = roundHalfEven(figure, check.kind === 'zero' && check.factor === 'TP' ? 3 : 2);
  return { v, pass: v >= low && v <= high };
}

function judged(check: QualityCheck): [figure: number, low: number, high: number] {
  switch (check.kind) {
    case 'zero': {
      const bound = zeroBounds[check.factor];
      return [check.measured - check.standard, -bound, bound];
    }
    case 'span':
    case 'standard':
      return [((check.measured - check.standard) / check.standard) * 100, -10, 10];
    case 'zero_drift':
      return [driftOf(check), -5, 5];
    case 'span_drift':
      return [driftOf(check), -10, 10];
    case 'spike': {
      const { before, after, volume_before, volume_added, concentration_added } = check;
      const recovered = after * (volume_before + volume_added) - before * volume_before;
      return [(recovered / (concentration_added * volume_added)) * 100, 80, 120];
    }
    case 'parallel':
      return [(Math.abs(check.a - check.b) / (check.a + check.b)) * 100, Number.NEGATIVE_INFINITY, 10];
  }
}

function driftOf({ today, previous, span }: { today: number; previous: number; span: number }): number {
  return ((today - previous) / span) * 100;
}
