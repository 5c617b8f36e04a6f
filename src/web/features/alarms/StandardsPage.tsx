import { Link } from 'react-router';
import { alarmRules, ruleDataType } from '#shared/contract/alarms/rules.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import type { Field } from '#web/ui/form-field.ts';
import { Status } from '#web/ui/Status.tsx';
import { siteFilter } from '#web/widgets/filters.tsx';
import { RuleFactorInput, subjectFilter } from './RuleFactorInput.tsx';
import { RuleHoursInput } from './RuleHoursInput.tsx';
import { RuleBandInput, RuleLimitInput, RuleLimitsInput, RuleShareInput } from './RuleLimitInputs.tsx';
import { RuleLimits } from './RuleLimits.tsx';
import { RuleDataTypeInput, RuleScopeInput, RuleSiteInput } from './RulePlaceInputs.tsx';
import { type Rule, useRuleWords } from './rule-words.ts';
import styles from './standards.module.css';

const product = rowsOf(products, 'product_name', {
  madeAt: { path: '/siteconfigs/productlines', needs: products.add.needs },
});
const scopes = ruleScopes.toReversed();

const form: Field[] = [
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
  // Chosen together with the factor.
  { key: 'measure', when: () => false },
];

function isOf(field: string, choice: string): NonNullable<Field['when']> {
  return (values) => values[field] === choice;
}

function hasLow({ limits, measure }: Record<string, unknown>): boolean {
  return limits === 'own' && measure !== 'water_class';
}

const start = { scope: 'network', data_type: 'hour' };

/** Limits of factors for sites, product lines and the network. */
export function StandardsPage() {
  const t = useT();
  const words = useRuleWords();
  return (
    <ResourcePage
      resource={alarmRules}
      nameOf={(rule: Rule) => words.name(rule)}
      columns={[
        { key: 'component_name', imported: true, show: (rule) => <b>{words.subject(rule)}</b> },
        { key: 'scope', imported: true, show: (rule) => <Place rule={rule} /> },
        { key: 'data_type', imported: true },
        { key: 'limits', imported: true, sortable: false, show: (rule) => <RuleLimits rule={rule} /> },
        { key: 'raise_after', imported: true },
        { key: 'clear_after', imported: true },
        { key: 'deadband', imported: true },
        { key: 'hours', imported: true, sortable: false, show: ({ hours }) => words.hours(hours) },
        {
          key: 'enabled',
          imported: true,
          show: ({ enabled }) => (
            <Status tone={enabled ? 'good' : 'quiet'}>{t(`alarmRules.enabled_${enabled}`)}</Status>
          ),
        },
        { key: 'measure', rare: true, imported: true },
        { key: 'product_name', rare: true, imported: true },
        { key: 'site_name', rare: true, imported: true },
        { key: 'mn', rare: true, imported: true },
        { key: 'high_warning', rare: true, imported: true },
        { key: 'high_alarm', rare: true, imported: true },
        { key: 'low_warning', rare: true, imported: true },
        { key: 'low_alarm', rare: true, imported: true },
        { key: 'warning_share', rare: true, imported: true },
        { key: 'unit', rare: true, imported: true },
        { key: 'remark', imported: true },
        { key: 'version', rare: true },
        { key: 'updated_at', rare: true },
      ]}
      filters={[
        { key: 'scope', choices: scopes },
        siteFilter,
        { key: 'product_id', choices: product },
        subjectFilter,
        { key: 'data_type', choices: ruleDataType.options },
      ]}
      formWidth={560}
      form={form}
      start={start}
    />
  );
}

function Place({ rule }: { rule: Rule }) {
  const t = useT();
  if (rule.scope === 'network') return t('alarmRules.scope_network');
  return (
    <span className={styles.place}>
      {rule.scope === 'site' && rule.mn ? (
        <Link to={`/sites/${encodeURIComponent(rule.mn)}`}>{rule.site_name}</Link>
      ) : (
        rule.product_name
      )}
      <small>{t(`alarmRules.scope_${rule.scope}`)}</small>
    </span>
  );
}
