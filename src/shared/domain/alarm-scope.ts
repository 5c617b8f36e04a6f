import type { RuleMeasure } from './alarm-limits.ts';

/** From the most specific on: the first that there is holds. */
export const ruleScopes = ['site', 'product', 'network'] as const;
export type RuleScope = (typeof ruleScopes)[number];

export interface ScopedRule {
  rule_id: number;
  scope: RuleScope;
  product_id: number | null;
  site_id: number | null;
  /** Null: of the class of water. */
  component_id: number | null;
  data_type: string;
  measure: RuleMeasure;
}

export interface RuledSite {
  site_id: number;
  product_id: number | null;
}

export interface Holding<Rule extends ScopedRule> {
  /** The one that holds. */
  rule: Rule;
  /** Those that would hold without it, the most specific first. */
  before: Rule[];
}

function concerns({ scope, site_id, product_id }: ScopedRule, site: RuledSite): boolean {
  switch (scope) {
    case 'site':
      return site_id === site.site_id;
    case 'product':
      return product_id !== null && product_id === site.product_id;
    case 'network':
      return true;
  }
}

/** Which rules hold for a site: of each factor, data type and measure the most specific. */
export function holdingRules<Rule extends ScopedRule>(
  rules: readonly Rule[],
  site: RuledSite,
): Holding<Rule>[] {
  const byPlace = new Map<string, Rule[]>();
  for (const rule of rules) {
    if (!concerns(rule, site)) continue;
    const place = `${rule.component_id} ${rule.data_type} ${rule.measure}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), rule]);
  }
  return [...byPlace.values()].flatMap((competing) => {
    const [rule, ...before] = competing.toSorted(
      (a, b) => ruleScopes.indexOf(a.scope) - ruleScopes.indexOf(b.scope),
    );
    return rule ? [{ rule, before }] : [];
  });
}
