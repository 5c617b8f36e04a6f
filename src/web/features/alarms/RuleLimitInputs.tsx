import { Form, InputNumber, Select } from 'antd';
import {
  type LimitSource,
  limitSources,
  offersLimits,
  type RuleDataType,
} from '#shared/domain/alarm-limits.ts';
import { limitedClasses } from '#shared/domain/water-items.ts';
import { useT } from '#web/i18n.ts';
import { useFactors } from '#web/widgets/useFactors.ts';
import { RuleLimitsNote } from './RuleLimitsNote.tsx';
import { ruledFactor, subjectOf, useLimitTyped } from './rule-form.ts';
import styles from './standards.module.css';

interface InputProps<Value> {
  id?: string;
  value?: Value | null;
  onChange?(value: Value | null): void;
}

/** Source of the limits, with their current values. */
export function RuleLimitsInput({ id, value, onChange }: InputProps<LimitSource>) {
  const t = useT();
  const factorOf = useFactors();
  const form = Form.useFormInstance();
  const subject = subjectOf(Form.useWatch([], form) ?? {});
  const factor = ruledFactor(subject, factorOf);
  const data_type: RuleDataType = subject.data_type ?? 'hour';
  const offered = limitSources.filter(
    (source) =>
      source === value ||
      (factor !== undefined && offersLimits(source, { measure: subject.measure, data_type }, factor)),
  );
  return (
    <>
      <Select<LimitSource>
        id={id}
        aria-label={t('alarmRules.limits')}
        value={value ?? 'own'}
        onChange={onChange}
        options={offered.map((source) => ({ value: source, label: t(`alarmRules.limits_${source}`) }))}
      />
      {factor !== undefined && value && value !== 'own' && (
        <RuleLimitsNote source={value} measure={subject.measure} data_type={data_type} factor={factor} />
      )}
    </>
  );
}

/** A limit in the factor's unit, or the worst allowed water class. */
export function RuleLimitInput({ id, value, onChange }: InputProps<number>) {
  const t = useT();
  const factorOf = useFactors();
  const onTyped = useLimitTyped();
  const form = Form.useFormInstance();
  const { measure, component_id } = subjectOf(Form.useWatch([], form) ?? {});
  if (measure === 'water_class')
    return (
      <Select<number>
        id={id}
        allowClear
        placeholder={t('alarmRules.no_limit')}
        value={value ?? undefined}
        onChange={(chosen: number | undefined) => onChange?.(chosen ?? null)}
        options={limitedClasses.map((each) => ({
          value: each,
          label: t.tx(`alarmRules.worse_than_${each}`),
        }))}
      />
    );
  return (
    <InputNumber<number>
      id={id}
      className={styles.wide}
      placeholder={t('alarmRules.no_limit')}
      suffix={component_id === null ? undefined : factorOf(component_id)?.unit}
      value={value}
      onChange={onChange}
      // Not while typing: 160 begins with 1.
      onBlur={onTyped}
    />
  );
}

/** Hysteresis in the factor's unit. */
export function RuleBandInput({ id, value, onChange }: InputProps<number>) {
  const factorOf = useFactors();
  const form = Form.useFormInstance();
  const { component_id } = subjectOf(Form.useWatch([], form) ?? {});
  return (
    <InputNumber<number>
      id={id}
      className={styles.wide}
      min={0}
      suffix={component_id === null ? undefined : factorOf(component_id)?.unit}
      value={value}
      onChange={onChange}
    />
  );
}

/** Input of a share as a percentage. */
export function RuleShareInput({ id, value, onChange }: InputProps<number>) {
  const t = useT();
  return (
    <InputNumber<number>
      id={id}
      className={styles.wide}
      min={1}
      max={99}
      precision={0}
      suffix="%"
      placeholder={t('alarmRules.no_warning')}
      value={value ? Math.round(value * 100) : null}
      onChange={(percent) => onChange?.(percent === null ? null : percent / 100)}
    />
  );
}
