import type { ComparedSite } from '#shared/contract/analysis/comparison.ts';

/** Comparison result of a site with its name. */
export interface NamedComparison extends ComparedSite {
  name: string;
}
