import { Tooltip } from 'antd';
import type { resupply } from '#shared/contract/control/resupply.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { formatTime } from '#shared/domain/time.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { englishDate, showTime } from '#web/ui/show-time.ts';
import styles from './control.module.css';

type Found = AnswerOf<typeof resupply.gaps>;
type Site = Found['data_info'][number];

/** Every hour of every day of each site: green is complete, amber in part, red missing. */
export function GapCalendar({ found, data_type }: { found: Found; data_type: 'minute' | 'hour' | 'day' }) {
  const t = useT();
  return found.data_info.map((site) => (
    <section key={site.site_id}>
      <h3>
        {site.site_name}{' '}
        <Status tone={site.online ? 'good' : 'quiet'}>
          {t(site.online ? 'kbValues.online_true' : 'kbValues.online_false')}
        </Status>{' '}
        <span className={styles.soft}>
          {t('resupply.received', { received: site.received, expected: site.expected })}
        </span>
      </h3>
      <div className={styles.days}>
        {daysOf(site, found, data_type).map((day) => (
          <Day key={day.at} {...day} per_bin={found.per_bin} bin_ms={found.bin_ms} />
        ))}
      </div>
    </section>
  ));
}

interface DayBins {
  /** Its first bin. */
  at: number;
  bins: number[];
}

/** Days begin at the network's midnight; of days a row holds twenty-four of them. */
function daysOf({ bins }: Site, { from, bin_ms }: Found, data_type: string): DayBins[] {
  const start = Date.parse(from);
  const perRow = 24;
  const hour = data_type === 'day' ? 0 : Number(formatTime(new Date(start)).slice(11, 13));
  const days: DayBins[] = [];
  const padded = [...Array<number>(hour).fill(-1), ...bins];
  for (let i = 0; i < padded.length; i += perRow)
    days.push({ at: start + (i - hour) * bin_ms, bins: padded.slice(i, i + perRow) });
  return days;
}

function Day({ at, bins, per_bin, bin_ms }: DayBins & Pick<Found, 'per_bin' | 'bin_ms'>) {
  const language = useLanguage();
  const iso = new Date(at + (bin_ms === HOUR_MS ? DAY_MS / 2 : 0)).toISOString();
  const day = language === 'en' ? englishDate(iso) : formatTime(new Date(iso), 'yyyy-MM-dd');
  return (
    <div className={styles.day}>
      <span>{day}</span>
      {bins.map((received, i) => {
        const start = new Date(at + i * bin_ms).toISOString();
        const tone = received < 0 ? 'coming' : received === 0 ? 'none' : received < per_bin ? 'part' : 'full';
        return (
          <Tooltip
            key={start}
            title={received < 0 ? '' : `${showTime(start, language)}: ${received} / ${per_bin}`}
          >
            <i className={styles[tone]} />
          </Tooltip>
        );
      })}
    </div>
  );
}
