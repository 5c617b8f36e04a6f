import { Form } from 'antd';
import {
  offersLimits,
  type RuleDataType,
  type RuledFactor,
  type RuleMeasure,
} from '#shared/domain/alarm-limits.ts';
import { type SuggestedRule, suggestedBeside, suggestedRule } from '#shared/domain/alarm-suggestions.ts';
import type { Values } from '#web/ui/form-field.ts';
import { type Factor, useFactors } from '#web/widgets/useFactors.ts';

/** The properties of a rule that determine its possible limits. */
export interface Subject {
  measure: RuleMeasure;
  component_id: number | null;
  data_type: RuleDataType | undefined;
}

export function subjectOf(values: Values): Subject {
  return {
    measure: (values.measure as RuleMeasure | undefined) ?? 'value',
    component_id: (values.component_id as number | null | undefined) ?? null,
    data_type: values.data_type as RuleDataType | undefined,
  };
}

/** Null for the water class; undefined while no factor is selected. */
export function ruledFactor(
  { measure, component_id }: Pick<Subject, 'measure' | 'component_id'>,
  factorOf: (component_id: number) => Factor | undefined,
): RuledFactor | null | undefined {
  if (measure === 'water_class') return null;
  const factor = component_id === null ? undefined : factorOf(component_id);
  return factor && { code: factor.code_2017, unit: factor.unit };
}

const limitFields = [
  'limits',
  'warning_share',
  'high_warning',
  'high_alarm',
  'low_warning',
  'low_alarm',
] as const satisfies (keyof SuggestedRule)[];
const patienceFields = ['raise_after', 'clear_after', 'deadband'] as const satisfies (keyof SuggestedRule)[];
const untyped: Values = { limits: 'own', raise_after: 1, clear_after: 1, deadband: 0 };

/** New form values after a change of subject: untouched suggestions are replaced, input is kept. */
export function resuggested(
  values: Values,
  next: Subject,
  factorOf: (component_id: number) => Factor | undefined,
  now: Date,
): Values {
  const suggestion = suggestionFor(next, factorOf, now);
  if (!suggestion) return {};
  const before = suggestionFor(subjectOf(values), factorOf, now);
  const isUntouched = (field: keyof SuggestedRule) =>
    [before?.[field], untyped[field]].some((meant) => (values[field] ?? null) === (meant ?? null));
  const isOffered = offersLimits(
    (values.limits as SuggestedRule['limits'] | undefined) ?? 'own',
    { measure: next.measure, data_type: next.data_type ?? 'hour' },
    ruledFactor(next, factorOf) ?? null,
  );
  // Limits of another factor are meaningless, so they are replaced together.
  const takesLimits = !isOffered || limitFields.every(isUntouched) || isOtherScale(values, next);
  const taken = [...(takesLimits ? limitFields : []), ...patienceFields.filter(isUntouched)];
  return Object.fromEntries(taken.map((field) => [field, suggestion[field]]));
}

/** New form values after an alarm limit was typed: suggestions that lie beyond it follow. */
export function suggestedWith(
  values: Values,
  factorOf: (component_id: number) => Factor | undefined,
  now: Date,
): Values {
  const before = suggestionFor(subjectOf(values), factorOf, now);
  const { high_alarm } = values;
  if (typeof high_alarm !== 'number' || high_alarm <= 0) return {};
  const beside = suggestedBeside(high_alarm);
  const isBeyond = (field: 'high_warning' | 'deadband') =>
    values[field] === before?.[field] && (before?.[field] ?? 0) >= high_alarm;
  return Object.fromEntries(
    (['high_warning', 'deadband'] as const).filter(isBeyond).map((field) => [field, beside[field]]),
  );
}

/** Classes and concentrations are different scales. */
function isOtherScale(values: Values, { measure }: Subject): boolean {
  return (subjectOf(values).measure === 'water_class') !== (measure === 'water_class');
}

function suggestionFor(
  subject: Subject,
  factorOf: (component_id: number) => Factor | undefined,
  now: Date,
): SuggestedRule | undefined {
  const { measure, data_type } = subject;
  const factor = ruledFactor(subject, factorOf);
  if (factor === undefined || data_type === undefined) return undefined;
  return suggestedRule({ measure, data_type }, factor, now);
}

/** Applies a new subject and its suggestions to the form. */
export function useSubjectChange(): (change: Partial<Subject>) => void {
  const form = Form.useFormInstance();
  const factorOf = useFactors();
  return (change) => {
    const values: Values = form.getFieldsValue(true);
    const next = { ...subjectOf(values), ...change };
    form.setFieldsValue({ measure: next.measure, ...resuggested(values, next, factorOf, new Date()) });
  };
}

/** Adapts the suggestions to the limit that was typed. */
export function useLimitTyped(): () => void {
  const form = Form.useFormInstance();
  const factorOf = useFactors();
  return () => form.setFieldsValue(suggestedWith(form.getFieldsValue(true), factorOf, new Date()));
}
