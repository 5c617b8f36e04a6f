import type { ComparedSite } from '#shared/contract/analysis/comparison.ts';

/** Comparison result of a site with its name. */
export interface NamedComparison extends ComparedSite {
  name: string;
}

/** Results of these sites, highest mean first. The previous answer may still contain sites that are no longer selected. */
export function namedComparison(
  compared: readonly ComparedSite[],
  sites: readonly { site_id: number; site_name: string }[],
): NamedComparison[] {
  const nameOf = new Map(sites.map(({ site_id, site_name }) => [site_id, site_name]));
  return compared
    .flatMap((row): NamedComparison[] => {
      const name = nameOf.get(row.site_id);
      return name === undefined ? [] : [{ ...row, name }];
    })
    .sort((a, b) => (b.mean ?? -Infinity) - (a.mean ?? -Infinity));
}
