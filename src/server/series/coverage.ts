import type { WaterNeeds } from '#shared/domain/validity.ts';
import type { BucketRow } from './store.ts';

/** What one value of a row rests on; nothing where there is none. */
export interface CoverageAt {
  n: number;
  valid: number;
  expected: number;
  /** Of water: what its days and months need. */
  water?: WaterNeeds | undefined;
}

export function coverageAt(row: BucketRow | undefined, place: number): CoverageAt {
  if (!row || place < 0) return { n: 0, valid: 0, expected: 0 };
  const { n, valid, expected, water } = row;
  const coverage = { n: n?.[place] ?? 1, valid: valid?.[place] ?? 1, expected: expected?.[place] ?? 1 };
  return water ? { ...coverage, water } : coverage;
}
