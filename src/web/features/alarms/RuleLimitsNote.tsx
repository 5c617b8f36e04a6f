import { Form } from 'antd';
import { airRulesOf, laterAirRules } from '#shared/domain/air-rules.ts';
import {
  type LimitedRule,
  type LimitSource,
  limitsOf,
  type RuleDataType,
  type RuledFactor,
  type RuleMeasure,
  type StatedLimits,
} from '#shared/domain/alarm-limits.ts';
import { formatTime, parseTime } from '#shared/domain/time.ts';
import { limitedClasses } from '#shared/domain/water-items.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { englishDate } from '#web/ui/show-time.ts';
import { LevelLimits } from './RuleLimits.tsx';
import styles from './standards.module.css';

interface RuleLimitsNoteProps {
  source: LimitSource;
  measure: RuleMeasure;
  data_type: RuleDataType;
  factor: RuledFactor | null;
}

/** Limits of a standard in numbers: today's, and future ones with their date. */
export function RuleLimitsNote({ source, measure, data_type, factor }: RuleLimitsNoteProps) {
  const t = useT();
  const form = Form.useFormInstance();
  const warning_share: number | null = Form.useWatch('warning_share', form) ?? null;
  const rule: LimitedRule = { ...noLimits, measure, data_type, limits: source, warning_share };
  if (source !== 'target') return <GradeNote rule={rule} factor={factor} />;
  return measure === 'water_class' ? (
    <p className={styles.note}>{t('alarmRules.target_class_note')}</p>
  ) : (
    <TargetNote rule={rule} factor={factor} />
  );
}

const noLimits: StatedLimits = { high_warning: null, high_alarm: null, low_warning: null, low_alarm: null };
const anywhere = { water_quality_type: null, water_pollution_level: null };

function GradeNote({ rule, factor }: { rule: LimitedRule; factor: RuledFactor | null }) {
  const t = useT();
  const language = useLanguage();
  const limits = limitsOf(rule, factor, anywhere);
  const today = formatTime(new Date(), 'yyyy-MM-dd');
  const steps = [airRulesOf(today), ...laterAirRules(today)]
    .map(({ from, limits: edition }) => ({ from, edition, at: parseTime(from) ?? new Date() }))
    .map((step) => ({ ...step, limits: limits(step.at) }))
    // Omits editions that do not change these limits.
    .filter((step, at, all) => at === 0 || all[at - 1]?.limits.high_alarm !== step.limits.high_alarm);
  return (
    <dl className={styles.note}>
      {steps.map(({ from, edition, at, limits: stated }, index) => (
        <div key={from}>
          <dt>
            {index === 0
              ? t('alarmRules.today')
              : t('alarmRules.from_day', { day: language === 'en' ? englishDate(at.toISOString()) : from })}
          </dt>
          <dd>
            <LevelLimits measure={rule.measure} limits={stated} unit={factor?.unit ?? null} />
            <small>{t(`alarmRules.edition_${edition}`)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function TargetNote({ rule, factor }: { rule: LimitedRule; factor: RuledFactor | null }) {
  const t = useT();
  const limitsIn = (water_quality_type: 'river' | 'lake', water_pollution_level: number) =>
    limitsOf(rule, factor, { water_quality_type, water_pollution_level })(new Date());
  const text = ({ high_alarm, low_alarm }: StatedLimits) =>
    [low_alarm === null ? [] : `< ${low_alarm}`, high_alarm === null ? [] : `> ${high_alarm}`]
      .flat()
      .join(' / ') || '–';
  const rows = limitedClasses.map((each) => ({
    each,
    river: text(limitsIn('river', each)),
    lake: text(limitsIn('lake', each)),
  }));
  const differ = rows.some(({ river, lake }) => river !== lake);
  return (
    <div className={styles.note}>
      <p>{t('alarmRules.target_note')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('alarmRules.target_class')}</th>
            <th scope="col">
              {t(differ ? 'alarmRules.river_limit' : 'alarmRules.target_limit', { unit: factor?.unit ?? '' })}
            </th>
            {differ && <th scope="col">{t('alarmRules.lake_limit', { unit: factor?.unit ?? '' })}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ each, river, lake }) => (
            <tr key={each}>
              <th scope="row">{t.tx(`alarmRules.class_${each}`)}</th>
              <td>{river}</td>
              {differ && <td>{lake}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
