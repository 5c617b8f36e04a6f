import { Calendar } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import { orders } from '#shared/contract/work-orders/orders.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { fromPicker } from '#web/ui/picker-time.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import type { OrderRow } from '#web/widgets/order/OrderMarks.tsx';
import styles from './work-orders.module.css';

const MOST = 1000;

/** Calendar of orders by due date. */
export function OrderCalendar({ onOpen }: { onOpen(order_id: number): void }) {
  const t = useT();
  const narrow = useNarrow();
  const [month, setMonth] = useState<Dayjs>(() => dayjs(formatTime(new Date())));
  const first = month.startOf('month').startOf('week');
  const answer = useCall(
    orders.list,
    {
      due_at_from: fromPicker(first),
      due_at_to: fromPicker(first.add(6, 'week')),
      sort: 'due_at',
      page_size: MOST,
    },
    { keepPrevious: true },
  );
  const byDay = useMemo(() => ordersByDay(answer.data?.data_info ?? []), [answer.data]);
  const of = (day: Dayjs) => byDay.get(day.format('YYYY-MM-DD')) ?? [];
  return (
    <section className={styles.calendar} aria-label={t('orders.calendar_due')}>
      <Calendar
        value={month}
        onPanelChange={setMonth}
        onSelect={setMonth}
        fullscreen={!narrow}
        cellRender={(day, { type }) => {
          if (type !== 'date') return null;
          const due = of(day);
          return narrow ? <DayMark orders={due} /> : <Day orders={due} onOpen={onOpen} />;
        }}
      />
      {narrow && <Chosen orders={of(month)} onOpen={onOpen} />}
    </section>
  );
}

function ordersByDay(rows: readonly OrderRow[]): Map<string, OrderRow[]> {
  const days = new Map<string, OrderRow[]>();
  for (const order of rows) {
    const day = formatTime(new Date(order.due_at ?? 0), 'yyyy-MM-dd');
    days.set(day, [...(days.get(day) ?? []), order]);
  }
  return days;
}

/** On phones a day has room for a number only. */
function DayMark({ orders: due }: { orders: readonly OrderRow[] }) {
  if (due.length === 0) return null;
  return (
    <span
      className={styles.dayMark}
      data-late={due.some(({ overdue, closed_at }) => overdue && closed_at === null)}
    >
      {due.length}
    </span>
  );
}

/** Orders due on the selected day. */
function Chosen({ orders: due, onOpen }: { orders: readonly OrderRow[]; onOpen(order_id: number): void }) {
  const t = useT();
  if (due.length === 0) return <p className={styles.none}>{t('orders.board_empty')}</p>;
  return <Day orders={due} onOpen={onOpen} />;
}

function Day({ orders: due, onOpen }: { orders: readonly OrderRow[]; onOpen(order_id: number): void }) {
  const language = useLanguage();
  const titled = due.map((order) => ({ ...order, title: localName(order, 'order_title', language) }));
  return (
    <ul className={styles.day}>
      {titled.map(({ order_id, title, site_name, closed_at, overdue }) => (
        <li key={order_id}>
          <button
            type="button"
            data-over={closed_at !== null}
            data-late={overdue}
            title={[`#${order_id}`, title, site_name].filter(Boolean).join(' · ')}
            onClick={() => onOpen(order_id)}
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
