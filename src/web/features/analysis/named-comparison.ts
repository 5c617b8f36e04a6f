import type { ComparedSite } from '#shared/contract/analysis/comparison.ts';

/** What is said of a site, beside its name. */
export interface NamedComparison extends ComparedSite {
  name: string;
}
