import { Button } from 'antd';
import { Link } from 'react-router';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import type { Evidence } from '#shared/contract/alarms/view.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { windSector } from '#shared/domain/wind.ts';
import { useMay } from '#web/api/powers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import styles from './episode.module.css';
import { type AlarmRow, useAlarmWords } from './useAlarmWords.ts';

interface EpisodeCauseProps {
  alarm: AlarmRow;
  evidence: Evidence | null;
  onOverrule(): void;
}

/** Probable cause with its evidence, and a button to overrule it. */
export function EpisodeCause({ alarm, evidence, onOverrule }: EpisodeCauseProps) {
  const t = useT();
  const mayDo = useMay(alarmActions.do.needs);
  const { cause, cause_by_name } = alarm;
  return (
    <section>
      <header className={styles.head}>
        <h3>{t('alarmLog.cause')}</h3>
        {mayDo && (
          <Button size="small" onClick={onOverrule}>
            {t('alarmLog.overrule_cause')}
          </Button>
        )}
      </header>
      <p className={styles.verdict} data-cause={cause}>
        <strong>{cause ? t(`alarmLog.cause_${cause}`) : t('alarmLog.cause_none')}</strong>
        {cause_by_name === null ? (
          evidence && <Reason evidence={evidence} />
        ) : (
          <span>
            {t('alarmLog.cause_overruled', {
              name: cause_by_name,
              was: evidence?.cause ? t(`alarmLog.cause_${evidence.cause}`) : t('alarmLog.cause_none'),
            })}
          </span>
        )}
      </p>
      {evidence && <Figures alarm={alarm} evidence={evidence} />}
    </section>
  );
}

/** Reason for the automatic cause, as a sentence. */
function Reason({ evidence }: { evidence: Evidence }) {
  const t = useT();
  const towards = useDirection();
  const { cause, faults, bearing } = evidence;
  const isCompared = evidence.neighbours.length + evidence.hidden > 0;
  if (cause === 'regional') return <span>{t('alarmLog.why_regional')}</span>;
  if (cause === 'instrument')
    return <span>{t(faults.length > 0 ? 'alarmLog.why_faults' : 'alarmLog.why_alone')}</span>;
  return (
    <span>
      {t(isCompared ? 'alarmLog.why_local' : 'alarmLog.why_uncompared')}
      {bearing !== null && ` ${t('alarmLog.why_upwind', towards(bearing))}`}
    </span>
  );
}

/** For example 东北, 45. */
function useDirection() {
  const language = useLanguage();
  return (degrees: number) => ({
    direction: windSector(degrees)?.[language] ?? '',
    degrees: Math.round(degrees),
  });
}

const CALM = 0.5;
const times = (value: number) => formatNumber(value, 1);

/** The evidence in figures, each as a sentence. */
function Figures({ alarm, evidence }: Pick<EpisodeCauseProps, 'alarm'> & { evidence: Evidence }) {
  const t = useT();
  const { factorOf, figure } = useAlarmWords();
  const towards = useDirection();
  const { neighbours, hidden, high, radius_km, wind, sisters, faults } = evidence;
  const total = neighbours.length + hidden;
  const km = radius_km ?? 30;
  const others = sisters.map((sister) =>
    t('alarmLog.fig_sister', { factor: factorOf(sister), times: times(sister.times) }),
  );
  return (
    <>
      <ul className={styles.evidence}>
        <li>
          {total === 0
            ? t('alarmLog.fig_no_neighbours', { km })
            : t('alarmLog.fig_neighbours', { high, total, km })}
          {hidden > 0 && ` ${t('alarmLog.fig_hidden', { count: hidden })}`}
        </li>
        <li>
          {wind === null
            ? t('alarmLog.no_wind')
            : t(wind.speed < CALM ? 'alarmLog.fig_calm' : 'alarmLog.fig_wind', {
                ...towards(wind.direction),
                speed: formatNumber(wind.speed, 1),
              })}
        </li>
        {evidence.times !== null && <li>{t('alarmLog.fig_times', { times: times(evidence.times) })}</li>}
        {others.length > 0 && (
          <li>{t('alarmLog.fig_sisters', { factors: others.join(t('lists.between')) })}</li>
        )}
        {faults.length > 0 && (
          <li>
            {t('alarmLog.fig_faults', {
              kinds: faults.map((kind) => t(`alarmLog.kind_${kind}`)).join(t('lists.between')),
            })}
          </li>
        )}
      </ul>
      {neighbours.length > 0 && (
        <ul className={styles.neighbours} aria-label={t('alarmLog.neighbours')}>
          {neighbours.map(({ site_id, site_name, km: distance, value }) => (
            <li key={site_id}>
              <Link to={`/alarmdatas/log?view=history&site_id=${site_id}`}>{site_name}</Link>
              <span>{t('alarmLog.km', { km: distance })}</span>
              <b>{figure(value, alarm)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
