import { CheckCircleOutlined, TeamOutlined, WarningOutlined } from '@ant-design/icons';
import { type Cover, clockOf, type DutyBand, unevenIn, weekdayOf, weekMinutes } from '#shared/domain/duty.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';
import { useT } from '#web/i18n.ts';
import styles from './duty.module.css';

interface DutyFindingsProps {
  bands: readonly DutyBand[];
  nameOf(user_id: number): string;
  /** People on duty now, by the saved data including holidays, single dates and swaps. */
  now: readonly string[];
}

/** Gaps and overlaps of the roster, and who is on duty now. */
export function DutyFindings({ bands, nameOf, now: there }: DutyFindingsProps) {
  const t = useT();
  const { gaps, overlaps } = unevenIn(bands);
  const namesOf = (ids: readonly number[]) => ids.map(nameOf).join(t('lists.between'));
  const moment = (minute: number) => `${t.tx(`duty.weekday_${weekdayOf(minute)}`)} ${clockOf(minute)}`;
  const said = ({ from, to }: Cover) => {
    if (to - from === weekMinutes) return t('duty.whole_week');
    const sameDay = to - from < DAY_MINUTES && weekdayOf(from) === weekdayOf(to);
    return `${moment(from)} – ${sameDay ? clockOf(to) : moment(to)}`;
  };
  const now = there.join(t('lists.between'));
  return (
    <div className={styles.findings}>
      <p>{now ? t('duty.now', { names: now }) : t('duty.now_nobody')}</p>
      {gaps.length + overlaps.length === 0 && (
        <p className={styles.even}>
          <CheckCircleOutlined aria-hidden />
          {t('duty.even')}
        </p>
      )}
      {gaps.length > 0 && (
        <section aria-label={t('duty.gaps')}>
          <h3>
            <WarningOutlined aria-hidden />
            {t('duty.gaps')}
            <small>{gaps.length}</small>
          </h3>
          <ul>
            {gaps.map((gap) => (
              <li key={gap.from}>{said(gap)}</li>
            ))}
          </ul>
        </section>
      )}
      {overlaps.length > 0 && (
        <section aria-label={t('duty.overlaps')}>
          <h3>
            <TeamOutlined aria-hidden />
            {t('duty.overlaps')}
            <small>{overlaps.length}</small>
          </h3>
          <ul>
            {overlaps.map((overlap) => (
              <li key={overlap.from}>
                {said(overlap)}
                <span>{namesOf(overlap.user_ids)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
