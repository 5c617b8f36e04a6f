import type { Coefficient, Corrections } from './interference.ts';

/** What the platform does to a factor from a time on, until its next version. */
export interface CorrectionVersion {
  /** Milliseconds; minus infinity: from the beginning. */
  from: number;
  k: number;
  b: number;
  list: readonly { other: number; c: number }[];
}

/** By factor, each in the order of time. */
export type SiteCorrections = ReadonlyMap<number, readonly CorrectionVersion[]>;

/** What holds at a time; undefined where nothing is corrected then. */
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
