import { Form, Segmented } from 'antd';
import { type RuleDataType, ruleDataTypes } from '#shared/domain/alarm-limits.ts';
import { type RuleScope, ruleScopes } from '#shared/domain/alarm-scope.ts';
import { useT } from '#web/i18n.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { useSubjectChange } from './rule-form.ts';

interface InputProps<Value> {
  id?: string;
  value?: Value | null;
  onChange?(value: Value | null): void;
}

/** Scope of a rule: network, product line or site. */
export function RuleScopeInput({ id, value, onChange }: InputProps<RuleScope>) {
  const t = useT();
  return (
    <Segmented<RuleScope>
      id={id}
      block
      aria-label={t('alarmRules.scope')}
      value={value ?? 'network'}
      onChange={onChange}
      options={ruleScopes
        .toReversed()
        .map((scope) => ({ value: scope, label: t(`alarmRules.scope_${scope}`) }))}
    />
  );
}

export function RuleSiteInput({ value, onChange }: InputProps<number>) {
  const t = useT();
  return (
    <SitePicker
      label={t('alarmRules.site_id')}
      placeholder={t('common.please_select')}
      value={value ? [value] : []}
      onChange={([site_id]) => onChange?.(site_id ?? null)}
    />
  );
}

/** 8-hour O3 and the water class exist for hours and days only. */
export function RuleDataTypeInput({ id, value, onChange }: InputProps<RuleDataType>) {
  const t = useT();
  const takeSubject = useSubjectChange();
  const measure: string | undefined = Form.useWatch('measure');
  const isMade = measure !== undefined && measure !== 'value';
  return (
    <Segmented<RuleDataType>
      id={id}
      block
      aria-label={t('alarmRules.data_type')}
      value={value ?? undefined}
      onChange={(data_type) => {
        takeSubject({ data_type });
        onChange?.(data_type);
      }}
      options={ruleDataTypes.map((type) => ({
        value: type,
        label: t(`alarmRules.data_type_${type}`),
        disabled: isMade && (type === 'realtime' || type === 'minute'),
      }))}
    />
  );
}
