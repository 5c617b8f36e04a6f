import { products } from '#shared/contract/site-config/products.ts';
import { rowsOf } from '#web/ui/choices.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { RuleFactorInput } from './RuleFactorInput.tsx';
import { RuleHoursInput } from './RuleHoursInput.tsx';
import { RuleBandInput, RuleLimitInput, RuleLimitsInput, RuleShareInput } from './RuleLimitInputs.tsx';
import { RuleDataTypeInput, RuleScopeInput, RuleSiteInput } from './RulePlaceInputs.tsx';

export const product = rowsOf(products, 'product_name', {
  madeAt: { path: '/siteconfigs/productlines', needs: products.add.needs },
});
/** Form of an alarm rule. */
export const ruleFields: Field[] = [
  { key: 'scope', section: 'place', editor: <RuleScopeInput /> },
  { key: 'product_id', choices: product, when: isOf('scope', 'product'), needed: () => true },
  { key: 'site_id', editor: <RuleSiteInput />, when: isOf('scope', 'site'), needed: () => true },
  { key: 'component_id', editor: <RuleFactorInput />, needed: ({ measure }) => measure !== 'water_class' },
  { key: 'data_type', editor: <RuleDataTypeInput /> },
  { key: 'limits', section: 'limits', editor: <RuleLimitsInput /> },
  {
    key: 'warning_share',
    editor: <RuleShareInput />,
    when: ({ limits }) => limits === 'grade_1' || limits === 'grade_2',
  },
  { key: 'high_warning', side: 'left', editor: <RuleLimitInput />, when: isOf('limits', 'own') },
  { key: 'high_alarm', side: 'right', editor: <RuleLimitInput />, when: isOf('limits', 'own') },
  { key: 'low_warning', side: 'left', editor: <RuleLimitInput />, when: hasLow },
  { key: 'low_alarm', side: 'right', editor: <RuleLimitInput />, when: hasLow },
  { key: 'raise_after', section: 'patience', side: 'left' },
  { key: 'clear_after', side: 'right' },
  { key: 'deadband', editor: <RuleBandInput />, when: ({ measure }) => measure !== 'water_class' },
  { key: 'hours', editor: <RuleHoursInput /> },
  { key: 'enabled', section: 'more' },
  { key: 'remark', as: 'textarea' },
  // Set together with the factor.
  { key: 'measure', when: () => false },
];

function isOf(field: string, choice: string): NonNullable<Field['when']> {
  return (values) => values[field] === choice;
}

function hasLow({ limits, measure }: Record<string, unknown>): boolean {
  return limits === 'own' && measure !== 'water_class';
}

export const newRule = { scope: 'network', data_type: 'hour' };
