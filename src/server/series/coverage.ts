import type { WaterNeeds } from '#shared/domain/validity.ts';
import type { BucketRow } from './store.ts';

/** The coverage of one value of a row; undefined if there is no value. */
export interface CoverageAt {
  n: number;
  valid: number;
  expected: number;
  /** For water: what a valid day or month needs. */
  water?: WaterNeeds | undefined;
}

export function coverageAt(row: BucketRow | undefined, place: number): CoverageAt {
  if (!row || place < 0) return { n: 0, valid: 0, expected: 0 };
  const { n, valid, expected, water } = row;
  const coverage = { n: n?.[place] ?? 1, valid: valid?.[place] ?? 1, expected: expected?.[place] ?? 1 };
  return water ? { ...coverage, water } : coverage;
}
