import type { Coefficient, Corrections } from './interference.ts';

/** The platform's correction of a factor from a time until its next version. */
export interface CorrectionVersion {
  /** Milliseconds since 1970; minus infinity: from the beginning. */
  from: number;
  k: number;
  b: number;
  list: readonly { other: number; c: number }[];
}

/** By factor, in the order of time. */
export type SiteCorrections = ReadonlyMap<number, readonly CorrectionVersion[]>;

/** The corrections in force at a time; undefined if there are none. */
export function correctionsAt(site: SiteCorrections, at: number): Corrections | undefined {
  const kb = new Map<number, { k: number; b: number }>();
  const matrix: Coefficient[] = [];
  for (const [component_id, versions] of site) {
    const version = versions.findLast(({ from }) => from <= at);
    if (!version) continue;
    if (version.k !== 1 || version.b !== 0) kb.set(component_id, version);
    for (const { other, c } of version.list) if (c !== 0) matrix.push({ component_id, other, c });
  }
  return kb.size + matrix.length > 0 ? { kb, matrix } : undefined;
}
