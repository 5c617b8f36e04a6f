import type { AirRow } from '#shared/contract/air/air.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import { wallTime } from '#shared/domain/time.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { RunningMark } from '#web/ui/RunningMark.tsx';
import { AqiMark } from '#web/widgets/Aqi.tsx';
import { periodText, primaryText } from '#web/widgets/air-words.ts';
import type { AirCell } from '#web/widgets/why/AirExplanation.tsx';
import styles from './calendar.module.css';
import { monthDays } from './month-days.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const isToCome = (ts: string) => Date.parse(ts) > Date.now();

interface AirCalendarProps {
  site_id: number;
  /** `yyyy-MM` */
  month: string;
  /** Rows of its days. */
  rows: readonly AirRow[];
  onWhy(cell: AirCell): void;
}

/** Month calendar with AQI, level and primary pollutant per day. */
export function AirCalendar({ site_id, month, rows, onWhy }: AirCalendarProps) {
  const t = useT();
  const language = useLanguage();
  const rowOf = new Map(rows.map((row) => [row.ts, row]));
  return (
    <ol className={styles.month} aria-label={month}>
      {weekdays.map((day) => (
        <li key={day} className={styles.weekday} aria-hidden>
          {t(`air.weekday_${day}`)}
        </li>
      ))}
      {monthDays(month).map((ts, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: empty cells have no id
        if (ts === null) return <li key={at} aria-hidden />;
        const row = rowOf.get(ts);
        const band = aqiBand(row?.aqi);
        return (
          <li key={ts} aria-label={periodText(language, 'day', ts)}>
            <button
              type="button"
              className={styles.day}
              disabled={!row}
              title={row && t('why.show')}
              onClick={() => onWhy({ site_id, ts, figure: null })}
            >
              <span className={styles.number}>
                {wallTime(new Date(ts)).day}
                {row?.running && <RunningMark />}
              </span>
              {band && row ? (
                <>
                  <AqiMark colour={band.colour}>{row.aqi}</AqiMark>
                  <span>{t(`standards.band_${band.key}`)}</span>
                  <span className={styles.primary}>{primaryText(t, row.primary)}</span>
                </>
              ) : (
                <span className={styles.primary}>{row ? 'NA' : isToCome(ts) ? '' : t('air.no_day')}</span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
