import { Link } from 'react-router';
import type { alarmActions } from '#shared/contract/alarms/log.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useT } from '#web/i18n.ts';
import { useSiteNames } from '#web/ui/useSiteNames.ts';
import { useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import styles from './statistics.module.css';

type Rule = AnswerOf<typeof alarmActions.statistics>['rules'][number];

interface RuleLeagueProps {
  rules: readonly Rule[];
  /** Link to filtered episodes. */
  to(filter: object): string;
}

/** Rules ranked by false alarms. */
export function RuleLeague({ rules, to }: RuleLeagueProps) {
  const t = useT();
  return (
    <div className={styles.scroll}>
      <table className={styles.league}>
        <thead>
          <tr>
            <th scope="col">{t('alarmLog.league_rule')}</th>
            <th scope="col">{t('alarmLog.episodes')}</th>
            <th scope="col">{t('alarmLog.league_handled')}</th>
            <th scope="col">{t('alarmLog.league_false')}</th>
            <th scope="col">{t('alarmLog.false_share')}</th>
            <th scope="col">{t('alarmLog.league_overruled')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => {
            const which = rule.rule_id === null ? { kind: rule.kind } : { rule_id: rule.rule_id };
            const share = rule.handled === 0 ? null : rule.false_alarms / rule.handled;
            return (
              <tr key={`${rule.rule_id} ${rule.kind}`}>
                <th scope="row">
                  <Link to={to(which)}>
                    <RuleName rule={rule} />
                  </Link>
                </th>
                <td>{rule.count}</td>
                <td>{rule.handled}</td>
                <td>{rule.false_alarms}</td>
                <td data-bad={share !== null && share >= 0.5}>
                  {share === null ? '–' : `${(share * 100).toFixed(1)}%`}
                </td>
                <td>{rule.overruled}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function RuleName({ rule }: { rule: Rule }) {
  const t = useT();
  const { factorOf } = useAlarmWords();
  const siteNamed = useSiteNames();
  const { kind, rule_id, scope, data_type, is_deleted } = rule;
  const place =
    scope === 'site' && rule.place !== null ? (siteNamed?.(rule.place) ?? rule.place) : rule.place;
  const parts = [
    rule.component_name === null ? t(`alarmLog.kind_${kind}`) : factorOf(rule),
    ...(data_type ? [t(`alarmLog.data_type_${data_type}`)] : []),
    ...(scope ? [place ?? t(`alarmRules.scope_${scope}`)] : []),
    ...(rule_id !== null && scope === null ? [`#${rule_id}`] : []),
    ...(is_deleted ? [t('alarmLog.league_deleted')] : []),
  ];
  return parts.join(' · ');
}
