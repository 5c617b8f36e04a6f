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

/**
 * Every hour of every day of each site: green is complete, amber partial, red missing. Hatched: requested, but the
 * device does not have it. Outlined: request in progress.
 */
export function GapCalendar({ found, data_type }: { found: Found; data_type: 'minute' | 'hour' | 'day' }) {
  const t = useT();
  const calendars = found.data_info.map((site) => (
    <section key={site.site_id}>
      <h3 className={styles.siteLine}>
        {site.site_name}
        <Status tone={site.online ? 'good' : 'quiet'}>
          {t(site.online ? 'kbValues.online_true' : 'kbValues.online_false')}
        </Status>
        <span className={styles.soft}>
          {t('resupply.received', { received: site.received, expected: site.expected })}
        </span>
      </h3>
      <div className={styles.days}>
        {data_type !== 'day' && <Hours />}
        {daysOf(site, found, data_type).map((day) => (
          <Day key={day.at} {...day} per_bin={found.per_bin} bin_ms={found.bin_ms} />
        ))}
      </div>
    </section>
  ));
  return (
    <>
      <p className={styles.legend}>
        {(['full', 'part', 'none'] as const).map((tone) => (
          <span key={tone}>
            <i className={styles[tone]} /> {t(`resupply.${tone}`)}
          </span>
        ))}
        {(['absent', 'under_way'] as const).map((asked) => (
          <span key={asked}>
            <i className={`${styles.none} ${styles[asked]}`} /> {t(`resupply.${asked}`)}
          </span>
        ))}
      </p>
      {calendars}
    </>
  );
}

interface Bin {
  /** -1 is outside the range. */
  received: number;
  asked?: 'under_way' | 'absent';
}

interface DayBins {
  /** Index of its first bin. */
  at: number;
  bins: Bin[];
}

/** Rows start at midnight of the network's time zone; with daily data a row contains 24 days. */
function daysOf({ bins, under_way, absent }: Site, { from, bin_ms }: Found, data_type: string): DayBins[] {
  const asked = new Map<number, Bin['asked']>([
    ...absent.map((bin): [number, Bin['asked']] => [bin, 'absent']),
    ...under_way.map((bin): [number, Bin['asked']] => [bin, 'under_way']),
  ]);
  const start = Date.parse(from);
  const perRow = 24;
  const hour = data_type === 'day' ? 0 : Number(formatTime(new Date(start)).slice(11, 13));
  const days: DayBins[] = [];
  const padded: Bin[] = [
    ...Array.from({ length: hour }, () => ({ received: -1 })),
    ...bins.map((received, bin) => ({ received, asked: asked.get(bin) })),
  ];
  for (let i = 0; i < padded.length; i += perRow)
    days.push({ at: start + (i - hour) * bin_ms, bins: padded.slice(i, i + perRow) });
  return days;
}

/** Heading of the columns: the hours that the bins start at. */
function Hours() {
  return (
    <div className={styles.day} aria-hidden>
      <span />
      {Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')).map((hour) => (
        <small key={hour}>{hour}</small>
      ))}
    </div>
  );
}

function Day({ at, bins, per_bin, bin_ms }: DayBins & Pick<Found, 'per_bin' | 'bin_ms'>) {
  const t = useT();
  const language = useLanguage();
  const iso = new Date(at + (bin_ms === HOUR_MS ? DAY_MS / 2 : 0)).toISOString();
  const day = language === 'en' ? englishDate(iso) : formatTime(new Date(iso), 'yyyy-MM-dd');
  return (
    <div className={styles.day}>
      <span>{day}</span>
      {bins.map(({ received, asked }, i) => {
        const start = new Date(at + i * bin_ms).toISOString();
        const tone = received < 0 ? 'coming' : received === 0 ? 'none' : received < per_bin ? 'part' : 'full';
        const count = `${showTime(start, language)}: ${received} / ${per_bin}`;
        const title = asked ? `${count}. ${t(`resupply.${asked}`)}` : count;
        return (
          <Tooltip key={start} title={received < 0 ? '' : title}>
            <i className={`${styles[tone]} ${asked ? styles[asked] : ''}`} />
          </Tooltip>
        );
      })}
    </div>
  );
}
