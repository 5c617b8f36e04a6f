import { Tag } from 'antd';
import { Link } from 'react-router';
import { alarmRuleActions } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { LevelLimits } from './RuleLimits.tsx';
import { useRuleWords } from './rule-words.ts';
import styles from './standards.module.css';

type Answer = AnswerOf<typeof alarmRuleActions.holding>;
type Holding = Answer['data_info'][number];

interface HoldingRulesProps {
  site_id: number;
  /** Limits the list to this factor. */
  component_id: number | undefined;
}

/** Effective rule of each factor at a site, its origin, and the rules that it overrides. */
export function HoldingRules({ site_id, component_id }: HoldingRulesProps) {
  const t = useT();
  const words = useRuleWords();
  const answer = useCall(alarmRuleActions.holding, { site_id });
  const isAsked = (one: { component_id: number | null }) =>
    component_id === undefined || one.component_id === component_id;
  return (
    <section className={styles.part}>
      <h3>{t('menu.alarmstandards')}</h3>
      <Answered answer={answer}>
        {({ data_info, product_name, without }) => (
          <>
            {!data_info.some(isAsked) && (
              <EmptyState title={t('alarmRules.holding_none')} hint={t('alarmRules.holding_none_hint')} />
            )}
            <ul className={styles.holding}>
              {data_info.filter(isAsked).map((held) => (
                <Held
                  key={`${held.measure} ${held.component_id} ${held.data_type}`}
                  held={held}
                  product_name={product_name}
                />
              ))}
            </ul>
            {component_id === undefined && without.length > 0 && (
              <div className={styles.without}>
                <h4>{t('alarmRules.holding_without', { count: without.length })}</h4>
                <p className={styles.soft}>{without.map(words.subject).join(t('lists.between'))}</p>
              </div>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

function Held({ held, product_name }: { held: Holding; product_name: string | null }) {
  const t = useT();
  const words = useRuleWords();
  return (
    <li>
      <header>
        <b>{words.subject(held)}</b>
        <span className={styles.soft}>{t(`alarmRules.data_type_${held.data_type}`)}</span>
        <ScopeTag rule={held} />
      </header>
      <p className={styles.limits}>
        <LevelLimits measure={held.measure} limits={held.stated} unit={held.unit} />
        {held.limits !== 'own' && <small>{t(`alarmRules.limits_${held.limits}`)}</small>}
      </p>
      <p className={styles.soft}>
        {t(`alarmRules.why_${held.scope}`, { product: product_name ?? '' })}
        {held.hours.length > 0 && ` · ${words.hours(held.hours)}`}
      </p>
      {held.before.length > 0 && (
        <dl>
          <dt>{t('alarmRules.before')}</dt>
          {held.before.map((other) => (
            <dd key={other.rule_id}>
              <ScopeTag rule={other} quiet />
              <LevelLimits measure={held.measure} limits={other.stated} unit={held.unit} />
            </dd>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Links to the rule in the list. */
function ScopeTag({ rule, quiet = false }: { rule: Holding['before'][number]; quiet?: boolean }) {
  const t = useT();
  return (
    <Link to={`/alarmdatas/standards?rule_id=${rule.rule_id}`}>
      <Tag color={quiet ? undefined : 'processing'}>{t(`alarmRules.scope_${rule.scope}`)}</Tag>
    </Link>
  );
}
