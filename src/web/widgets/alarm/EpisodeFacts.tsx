import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useShow } from '#web/ui/useShow.ts';
import { FamilyMark, StateMark } from './AlarmMarks.tsx';
import styles from './episode.module.css';
import { type AlarmRow, useAlarmWords } from './useAlarmWords.ts';

interface Fact {
  key: string;
  value: ReactNode;
  isThere?: boolean;
}

/** What is known of an episode, as pairs of a name and a value. */
export function EpisodeFacts({ alarm }: { alarm: AlarmRow }) {
  const t = useT();
  const show = useShow();
  const language = useLanguage();
  const { factorOf, sideOf, span, figure } = useAlarmWords();
  const { mn, ended_at, end_reason, handled_at } = alarm;
  const isMeasured = alarm.peak !== null;
  const facts: Fact[] = [
    { key: 'site_name', value: <SiteLink alarm={alarm} /> },
    { key: 'mn', value: mn, isThere: mn !== null },
    { key: 'kind', value: <KindOf alarm={alarm} /> },
    { key: 'component_id', value: factorOf(alarm), isThere: alarm.component_name !== null },
    {
      key: 'data_type',
      value: show('alarmLog', 'data_type', alarm.data_type),
      isThere: alarm.data_type !== null,
    },
    { key: 'side', value: sideOf(alarm), isThere: alarm.side !== '' },
    { key: 'state', value: <StateMark alarm={alarm} /> },
    { key: 'from_at', value: showTime(alarm.from_at, language) },
    { key: 'ended_at', value: ended_at === null ? t('alarmLog.still_going') : showTime(ended_at, language) },
    { key: 'duration', value: span(alarm.duration) },
    { key: 'peak', value: figure(alarm.peak, alarm), isThere: isMeasured },
    { key: 'last_value', value: figure(alarm.last_value, alarm), isThere: isMeasured },
    { key: 'limit_value', value: figure(alarm.limit_value, alarm), isThere: isMeasured },
    { key: 'values_count', value: alarm.values_count, isThere: isMeasured },
    { key: 'end_reason', value: show('alarmLog', 'end_reason', end_reason), isThere: end_reason !== null },
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
        .map(({ key, value }) => (
          <div key={key}>
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
  return <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>;
}

function KindOf({ alarm: { family, kind } }: { alarm: AlarmRow }) {
  const t = useT();
  return (
    <>
      <FamilyMark family={family} /> {t(`alarmLog.kind_${kind}`)}
    </>
  );
}
