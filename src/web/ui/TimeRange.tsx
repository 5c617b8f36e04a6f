import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { formatTime, parseTime } from '#shared/domain/time.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import styles from './filter-bar.module.css';

/**
 * The picker works in the browser's zone, the network in its own: what the picker holds is the network's wall
 * clock read as if it were local, and it is read back the same way.
 */
function toPicker(iso: string): Dayjs {
  return dayjs(formatTime(new Date(iso)));
}

function fromPicker(at: Dayjs | null): string | undefined {
  return at ? parseTime(at.format('YYYY-MM-DD HH:mm:ss'))?.toISOString() : undefined;
}

/** The ranges of product.md; days and months are whole, and their end is the start of the next. */
function presetRanges() {
  const now = toPicker(new Date().toISOString());
  const day = now.startOf('day');
  const month = now.startOf('month');
  return {
    last_hour: [now.subtract(1, 'hour'), now],
    today: [day, day.add(1, 'day')],
    yesterday: [day.subtract(1, 'day'), day],
    last_24_hours: [now.subtract(24, 'hour'), now],
    last_7_days: [now.subtract(7, 'day'), now],
    last_30_days: [now.subtract(30, 'day'), now],
    this_month: [month, month.add(1, 'month')],
    last_month: [month.subtract(1, 'month'), month],
  } satisfies Record<string, [Dayjs, Dayjs]>;
}

interface TimeRangeProps {
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange(from: string | undefined, to: string | undefined): void;
}

export function TimeRange({ label, from, to, onChange }: TimeRangeProps) {
  const t = useT();
  const language = useLanguage();
  const ranges = presetRanges();
  return (
    <DatePicker.RangePicker
      className={`${styles.range} ${language === 'en' ? styles.long : ''}`}
      classNames={{ popup: { root: styles.popup } }}
      prefix={<span className={styles.label}>{label}</span>}
      aria-label={label}
      showTime={{ format: 'HH:mm' }}
      format={language === 'en' ? 'DD MMM YYYY HH:mm' : 'YYYY-MM-DD HH:mm'}
      allowEmpty={[true, true]}
      placeholder={[t('common.start_time'), t('common.end_time')]}
      value={[from ? toPicker(from) : null, to ? toPicker(to) : null]}
      presets={Object.entries(ranges).map(([key, value]) => ({
        label: t.tx(`common.ranges.${key}`),
        value,
      }))}
      onChange={(range) => onChange(fromPicker(range?.[0] ?? null), fromPicker(range?.[1] ?? null))}
    />
  );
}
