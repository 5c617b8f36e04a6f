import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, DatePicker, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { orderCalendar } from '#shared/contract/work-orders/calendar.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { showDate } from '#web/ui/show-time.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import styles from './work-orders.module.css';

type Calendar = AnswerOf<typeof orderCalendar.data>;
type Day = Calendar['hours'][number];

const workday: Day = [
  ['08:00', '12:00'],
  ['14:00', '18:00'],
];
const isAllDay = ([first, ...others]: Day) =>
  others.length === 0 && first?.[0] === '00:00' && first[1] === '24:00';
const unchosen: Dayjs | null = null;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Working hours in which time limits count: per weekday, and exceptions by date. */
export function CalendarTab() {
  const answer = useCall(orderCalendar.data, {});
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <ListSkeleton />;
  return <CalendarForm key={answer.data.version} saved={answer.data} />;
}

function CalendarForm({ saved }: { saved: Calendar }) {
  const t = useT();
  const language = useLanguage();
  const mayWrite = useMay(orderCalendar.set.needs);
  const [calendar, setCalendar] = useState(saved);
  const saving = useAction(orderCalendar.set, { refresh: [orderCalendar.data], done: 'orderCalendar.saved' });
  useLeaveGuard(calendar !== saved);
  const { hours, days } = calendar;
  const setDays = (next: Calendar['days']) => setCalendar({ ...calendar, days: next });
  const without = (date: string) =>
    setDays(Object.fromEntries(Object.entries(days).filter(([one]) => one !== date)));
  return (
    <div className={styles.hours}>
      <p className={styles.hoursHint}>{t('orderCalendar.hint')}</p>
      <h2>{t('orderCalendar.hours')}</h2>
      {weekdays.map((weekday) => (
        <DayLine
          key={weekday}
          name={t(`orderCalendar.weekday_${weekday}`)}
          day={hours[weekday - 1] ?? []}
          onChange={(day) =>
            setCalendar({ ...calendar, hours: hours.map((old, at) => (at === weekday - 1 ? day : old)) })
          }
        />
      ))}
      <h2>{t('orderCalendar.days')}</h2>
      {Object.keys(days).length === 0 && <p className={styles.none}>{t('orderCalendar.none')}</p>}
      {Object.entries(days)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([date, day]) => (
          <DayLine
            key={date}
            name={showDate(date, language)}
            day={day}
            onChange={(next) => setDays({ ...days, [date]: next })}
            onRemove={() => without(date)}
          />
        ))}
      {mayWrite && (
        <div className={styles.hoursBar}>
          <DatePicker
            value={unchosen}
            placeholder={t('orderCalendar.add_day')}
            onChange={(date) => date && setDays({ ...days, [date.format('YYYY-MM-DD')]: [] })}
          />
          <Button
            type="primary"
            disabled={calendar === saved}
            loading={saving.pending}
            onClick={() => void saving.run(calendar).catch(() => undefined)}
          >
            {t('common.save')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface DayLineProps {
  name: string;
  day: Day;
  onChange(day: Day): void;
  onRemove?(): void;
}

function DayLine({ name, day, onChange, onRemove }: DayLineProps) {
  const t = useT();
  const put = (at: number, part: 0 | 1, clock: string) =>
    onChange(
      day.map((span, place) =>
        place === at ? (part === 0 ? [clock, span[1]] : [span[0], clock]) : span,
      ) as Day,
    );
  return (
    <div className={styles.dayLine}>
      <strong>{name}</strong>
      <span className={styles.spans}>
        {day.length === 0 && <span className={styles.none}>{t('orderCalendar.holiday')}</span>}
        {day.map((span, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: time spans have no id
          <span key={at} className={styles.span}>
            {([0, 1] as const).map((part) => (
              <Input
                key={part}
                aria-label={name}
                className={styles.clock}
                maxLength={5}
                value={span[part]}
                status={/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(span[part]) ? '' : 'error'}
                onChange={(event) => put(at, part, event.target.value)}
              />
            ))}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('orderTypes.remove')}
              onClick={() => onChange(day.filter((_span, place) => place !== at))}
            />
          </span>
        ))}
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange(day.length === 0 ? workday : [...day, ['08:00', '18:00']])}
        >
          {t('orderCalendar.add_span')}
        </Button>
        {!isAllDay(day) && (
          <Button size="small" type="text" onClick={() => onChange([['00:00', '24:00']])}>
            {t('orderCalendar.all_day')}
          </Button>
        )}
        {onRemove && (
          <Button size="small" type="text" danger onClick={onRemove}>
            {t('orderTypes.remove')}
          </Button>
        )}
      </span>
    </div>
  );
}
