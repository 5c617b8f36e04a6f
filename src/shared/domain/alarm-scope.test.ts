import { expect, test } from 'vitest';
import { holdingRules, type RuleScope, type ScopedRule } from './alarm-scope.ts';

const rule = (rule_id: number, scope: RuleScope, more: Partial<ScopedRule> = {}): ScopedRule => ({
  ...{
    rule_id,
    scope,
    product_id: null,
    site_id: null,
    component_id: 1,
    data_type: 'hour',
    measure: 'value',
  },
  ...more,
});
const rules = [
  rule(1, 'network'),
  rule(2, 'product', { product_id: 7 }),
  rule(3, 'site', { site_id: 70 }),
  rule(4, 'network', { data_type: 'minute' }),
  rule(5, 'site', { site_id: 70, measure: 'o3_8h' }),
];
const held = (site_id: number, product_id: number | null) =>
  holdingRules(rules, { site_id, product_id }).map(({ rule, before }) => [
    rule.rule_id,
    ...before.map(({ rule_id }) => rule_id),
  ]);

test('of each factor and data type the most specific rule holds, before the others', () => {
  expect(held(70, 7)).toEqual([[3, 2, 1], [4], [5]]);
  expect(held(71, 7)).toEqual([[2, 1], [4]]);
  expect(held(72, 8)).toEqual([[1], [4]]);
  expect(held(73, null)).toEqual([[1], [4]]);
});
