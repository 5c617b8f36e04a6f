import { DatePicker, type GetRef } from 'antd';
import type { Dayjs } from 'dayjs';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useLanguage, useT } from '#web/i18n.ts';
import styles from './filter-bar.module.css';
import { fromPicker, toPicker } from './picker-time.ts';

/** Preset ranges of product.md; days and months are whole and half-open. */
function presetRanges() {
  const now = toPicker(new Date().toISOString());
  const day = now.startOf('day');
  // A week of the reports begins on Monday, in either language.
  const week = day.subtract((day.day() + 6) % 7, 'day');
  const month = now.startOf('month');
  return {
    last_hour: [now.subtract(1, 'hour'), now],
    today: [day, day.add(1, 'day')],
    yesterday: [day.subtract(1, 'day'), day],
    this_week: [week, week.add(7, 'day')],
    last_week: [week.subtract(7, 'day'), week],
    last_24_hours: [now.subtract(24, 'hour'), now],
    last_7_days: [now.subtract(7, 'day'), now],
    last_30_days: [now.subtract(30, 'day'), now],
    this_month: [month, month.add(1, 'month')],
    last_month: [month.subtract(1, 'month'), month],
  } satisfies Record<string, [Dayjs, Dayjs]>;
}

type PickerRef = GetRef<typeof DatePicker.RangePicker>;

interface TimeRangeProps {
  label: string;
  from: string | undefined;
  to: string | undefined;
  /** Selects whole days, including the last one. */
  days?: boolean;
  onChange(from: string | undefined, to: string | undefined): void;
}

export function TimeRange({ label, from, to, days = false, onChange }: TimeRangeProps) {
  const t = useT();
  const language = useLanguage();
  const ranges = presetRanges();
  const { picker, presets, ...keys } = usePresetKeys();
  // A range that ends at midnight shows the day before as its last day.
  const lastOf = (end: Dayjs) => (days ? end.subtract(1, 'second') : end);
  return (
    <DatePicker.RangePicker
      ref={picker}
      {...keys}
      className={`${styles.range} ${language === 'en' ? styles.long : ''}`}
      classNames={{ popup: { root: styles.popup } }}
      prefix={<span className={styles.label}>{label}</span>}
      aria-label={label}
      showTime={days ? false : { format: 'HH:mm' }}
      format={`${language === 'en' ? 'DD MMM YYYY' : 'YYYY-MM-DD'}${days ? '' : ' HH:mm'}`}
      allowEmpty={[true, true]}
      placeholder={[t('common.start_time'), t('common.end_time')]}
      value={[from ? toPicker(from) : null, to ? lastOf(toPicker(to)) : null]}
      presets={Object.entries(ranges).map(([key, value], i) => ({
        label: (
          <button type="button" className={styles.preset} {...presets(i)}>
            {t.tx(`common.ranges.${key}`)}
          </button>
        ),
        value: days ? ([value[0], lastOf(value[1])] as [Dayjs, Dayjs]) : value,
      }))}
      onChange={(range) => {
        const [first = null, last = null] = range ?? [];
        if (!days) onChange(fromPicker(first), fromPicker(last));
        else
          onChange(
            fromPicker(first?.startOf('day') ?? null),
            fromPicker(last?.startOf('day').add(1, 'day') ?? null),
          );
      }}
    />
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };

/**
 * antd's presets work by mouse only. Arrow down moves from the fields to them, arrows move between them, Enter selects,
 * and Escape returns to the field.
 */
function usePresetKeys() {
  const [open, setOpen] = useState(false);
  const picker = useRef<PickerRef>(null);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  return {
    picker,
    open,
    onOpenChange: setOpen,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
      // Waits for the next frame: an element that is not visible yet cannot take the focus.
      requestAnimationFrame(() => buttons.current[0]?.focus());
    },
    presets: (i: number) => ({
      ref: (button: HTMLButtonElement | null) => {
        buttons.current[i] = button;
      },
      onClick: () => picker.current?.focus(),
      onKeyDown: (event: KeyboardEvent) => {
        const step = steps[event.key];
        const count = buttons.current.length;
        if (step) buttons.current[(i + step + count) % count]?.focus();
        else if (event.key === 'Escape') {
          picker.current?.focus();
          setOpen(false);
        } else return;
        event.preventDefault();
        event.stopPropagation();
      },
    }),
  };
}
