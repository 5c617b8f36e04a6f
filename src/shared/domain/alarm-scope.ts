import type { RuleMeasure } from './alarm-limits.ts';

/** From the most specific on: the first existing rule applies. */
export const ruleScopes = ['site', 'product', 'network'] as const;
export type RuleScope = (typeof ruleScopes)[number];

/** Something that applies to a site, a product line or the network. */
export interface Scoped {
  scope: RuleScope;
  product_id: number | null;
  site_id: number | null;
}

export interface ScopedRule extends Scoped {
  rule_id: number;
  /** Null: the water class. */
  component_id: number | null;
  data_type: string;
  measure: RuleMeasure;
}

export interface RuledSite {
  site_id: number;
  product_id: number | null;
}

export interface Holding<Rule extends ScopedRule> {
  /** The rule that applies. */
  rule: Rule;
  /** Rules that would apply without it, the most specific first. */
  before: Rule[];
}

function concerns({ scope, site_id, product_id }: Scoped, site: RuledSite): boolean {
  switch (scope) {
    case 'site':
      return site_id === site.site_id;
    case 'product':
      return product_id !== null && product_id === site.product_id;
    case 'network':
      return true;
  }
}

/** What applies to a site, the most specific first. */
export function nearestFirst<One extends Scoped>(all: readonly One[], site: RuledSite): One[] {
  return all
    .filter((one) => concerns(one, site))
    .sort((a, b) => ruleScopes.indexOf(a.scope) - ruleScopes.indexOf(b.scope));
}

/** The rules that apply to a site: the most specific for each factor, data type and measure. */
export function holdingRules<Rule extends ScopedRule>(
  rules: readonly Rule[],
  site: RuledSite,
): Holding<Rule>[] {
  const byPlace = new Map<string, Rule[]>();
  for (const rule of rules) {
    const place = `${rule.component_id} ${rule.data_type} ${rule.measure}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), rule]);
  }
  return [...byPlace.values()].flatMap((competing) => {
    const [rule, ...before] = nearestFirst(competing, site);
    return rule ? [{ rule, before }] : [];
  });
}
