import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { useMay } from '#web/api/powers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useShow } from '#web/ui/useShow.ts';
import { FamilyMark, StateMark } from './AlarmMarks.tsx';
import { useEpisodeNotes } from './EpisodeNotes.tsx';
import styles from './episode.module.css';
import type { EpisodeView } from './episode-panels.ts';
import { type AlarmRow, useAlarmWords } from './useAlarmWords.ts';

interface Fact {
  key: string;
  value: ReactNode;
  isThere?: boolean;
  /** Spans two columns. */
  wide?: boolean;
}

interface EpisodeFactsProps {
  alarm: AlarmRow;
  /** Undefined while loading. */
  view: EpisodeView | undefined;
}

/** Facts of an episode as a description list. */
export function EpisodeFacts({ alarm, view }: EpisodeFactsProps) {
  const t = useT();
  const show = useShow();
  const language = useLanguage();
  const { factorOf, span, figure, limit } = useAlarmWords();
  const { ended_at, end_reason, handled_at, data_type } = alarm;
  const notes = useEpisodeNotes(alarm, view?.target ?? null);
  const rule = view?.chart?.rule;
  const isMeasured = alarm.peak !== null;
  const facts: Fact[] = [
    { key: 'site_name', value: <SiteLink alarm={alarm} />, wide: true },
    { key: 'kind', value: <KindOf alarm={alarm} /> },
    {
      key: 'component_id',
      value: [factorOf(alarm), data_type && show('alarmLog', 'data_type', data_type)]
        .filter(Boolean)
        .join(' · '),
      isThere: alarm.component_name !== null,
    },
    { key: 'state', value: <StateMark alarm={alarm} /> },
    { key: 'from_at', value: showTime(alarm.from_at, language) },
    { key: 'ended_at', value: ended_at === null ? t('alarmLog.still_going') : showTime(ended_at, language) },
    { key: 'duration', value: span(alarm.duration) },
    { key: 'end_reason', value: show('alarmLog', 'end_reason', end_reason), isThere: end_reason !== null },
    { key: 'peak', value: figure(alarm.peak, alarm), isThere: isMeasured },
    { key: 'limit_value', value: limit(alarm.limit_value, alarm), isThere: alarm.limit_value !== null },
    { key: 'last_value', value: figure(alarm.last_value, alarm), isThere: isMeasured },
    { key: 'values_count', value: alarm.values_count, isThere: isMeasured && alarm.values_count > 0 },
    ...notes,
    {
      key: 'rule_id',
      value: rule && <RuleLink rule={rule} />,
      isThere: rule !== null && rule !== undefined,
      wide: true,
    },
    { key: 'late', value: t('alarmLog.late_yes'), isThere: alarm.late },
    { key: 'handled_cause', value: alarm.handled_cause, isThere: handled_at !== null },
    {
      key: 'false_alarm',
      value: show('alarmLog', 'false_alarm', alarm.false_alarm),
      isThere: handled_at !== null,
    },
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ isThere = true }) => isThere)
        .map(({ key, value, wide }) => (
          <div key={key} data-wide={wide}>
            <dt>{t.tx(`alarmLog.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function SiteLink({ alarm: { mn, site_name } }: { alarm: AlarmRow }) {
  const t = useT();
  if (mn === null) return t('alarmLog.platform');
  return (
    <>
      <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>
      <small>{mn}</small>
    </>
  );
}

function KindOf({ alarm: { family, kind } }: { alarm: AlarmRow }) {
  const t = useT();
  return (
    <>
      <FamilyMark family={family} /> {t(`alarmLog.kind_${kind}`)}
    </>
  );
}

type Rule = NonNullable<NonNullable<EpisodeView['chart']>['rule']>;

/** The rule in the version that raised the alarm. */
function RuleLink({ rule: { rule_id, version, scope, raise_after, clear_after } }: { rule: Rule }) {
  const t = useT();
  const mayRead = useMay(alarmRules.list.needs);
  const name = t('alarmLog.rule_named', { scope: t(`alarmRules.scope_${scope}`), version });
  return (
    <>
      {mayRead ? <Link to={`/alarmdatas/standards?versions=${rule_id}`}>{name}</Link> : name}
      <small>{t('alarmLog.rule_patience', { raise: raise_after, clear: clear_after })}</small>
    </>
  );
}
