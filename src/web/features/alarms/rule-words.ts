import type { alarmRules } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { RuleMeasure, StatedLimits } from '#shared/domain/alarm-limits.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import type { Language } from '#shared/i18n/index.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';

export type Rule = AnswerOf<typeof alarmRules.list>['data_info'][number];

/** The properties of a rule that its name is made of. */
export interface RuleSubject {
  measure: RuleMeasure;
  component_name: string | null;
  component_name_en: string | null;
  formula: string | null;
}

export interface RuleWords {
  /** Subject of a rule: 细颗粒物 PM₂.₅, 臭氧 8 小时平均, 水质类别. */
  subject(rule: RuleSubject): string;
  /** Subject with data type, unique within a scope. */
  name(rule: RuleSubject & { data_type: string }): string;
  limit(measure: RuleMeasure, side: 'high' | 'low', limit: number): string;
  /** 08:00–20:00、22:00–06:00（次日）; "always" without any. */
  hours(hours: readonly (readonly [string, string])[]): string;
}

export function useRuleWords(): RuleWords {
  const t = useT();
  const language = useLanguage();
  const subject = (rule: RuleSubject) => subjectText(t, language, rule);
  return {
    subject,
    name: (rule) =>
      t('alarmRules.named', {
        subject: subject(rule),
        data_type: t.tx(`alarmRules.data_type_${rule.data_type}`),
      }),
    limit: (measure, side, limit) =>
      measure === 'water_class'
        ? t.tx(`alarmRules.worse_than_${limit}`)
        : `${side === 'high' ? '>' : '<'} ${shownNumber(limit)}`,
    hours: (hours) =>
      hours.length === 0
        ? t('alarmRules.always')
        : hours.map((window) => windowText(t, window)).join(t('lists.between')),
  };
}

function subjectText(t: T, language: Language, rule: RuleSubject): string {
  if (rule.measure !== 'value') return t.tx(`alarmRules.measure_${rule.measure}`);
  const name = localName(rule, 'component_name', language);
  return rule.formula ? factorLabel(name, rule.formula) : name;
}

function windowText(t: T, [from, to]: readonly [string, string]): string {
  return t(to <= from ? 'alarmRules.window_over' : 'alarmRules.window', { from, to });
}

/** Rounds converted limits, which would show meaningless digits. */
export function shownNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Existing limits, alarms first. */
export function shownLimits(limits: StatedLimits) {
  return (['alarm', 'warning'] as const).flatMap((level) => {
    const sides = (['high', 'low'] as const).flatMap((side) => {
      const limit = limits[`${side}_${level}`];
      return limit === null ? [] : [{ side, limit }];
    });
    return sides.length > 0 ? [{ level, sides }] : [];
  });
}
