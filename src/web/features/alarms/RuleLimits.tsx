import {
  type LimitedRule,
  limitsOf,
  type RuledFactor,
  type StatedLimits,
} from '#shared/domain/alarm-limits.ts';
import { useT } from '#web/i18n.ts';
import { type Rule, shownLimits, useRuleWords } from './rule-words.ts';
import styles from './standards.module.css';

/** Without a target class, class III applies. */
const anywhere = { water_quality_type: null, water_pollution_level: null };

export function factorOf({
  component_id,
  code,
  unit,
}: Pick<Rule, 'component_id' | 'code' | 'unit'>): RuledFactor | null {
  return component_id === null ? null : { code, unit: unit ?? '' };
}

/** Current limits of a rule and their source. */
export function RuleLimits({ rule }: { rule: LimitedRule & Pick<Rule, 'component_id' | 'code' | 'unit'> }) {
  const t = useT();
  const byTarget = rule.limits === 'target';
  return (
    <span className={styles.limits}>
      {byTarget ? (
        t('alarmRules.by_target')
      ) : (
        <LevelLimits
          measure={rule.measure}
          limits={limitsOf(rule, factorOf(rule), anywhere)(new Date())}
          unit={rule.unit}
        />
      )}
      {(rule.limits === 'grade_1' || rule.limits === 'grade_2') && (
        <small title={t('alarmRules.grade_hint')}>{t(`alarmRules.short_${rule.limits}`)}</small>
      )}
    </span>
  );
}

interface LevelLimitsProps {
  measure: LimitedRule['measure'];
  limits: StatedLimits;
  unit: string | null;
}

/** Limits per level; each level has a word besides its colour. */
export function LevelLimits({ measure, limits, unit }: LevelLimitsProps) {
  const t = useT();
  const words = useRuleWords();
  return (
    <>
      {shownLimits(limits).map(({ level, sides }) => (
        <span key={level} className={styles[level]}>
          {t(`alarmRules.level_${level}`)}{' '}
          <b>{sides.map(({ side, limit }) => words.limit(measure, side, limit)).join(' / ')}</b>
        </span>
      ))}
      {measure !== 'water_class' && unit && <small>{unit}</small>}
    </>
  );
}
