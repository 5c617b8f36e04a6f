import { Calendar } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import { orders } from '#shared/contract/work-orders/orders.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { fromPicker } from '#web/ui/picker-time.ts';
import type { OrderRow } from '#web/widgets/order/OrderMarks.tsx';
import styles from './work-orders.module.css';

const MOST = 1000;

/** Orders on the days on which they are due. */
export function OrderCalendar({ onOpen }: { onOpen(order_id: number): void }) {
  const t = useT();
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
  return (
    <section className={styles.calendar} aria-label={t('orders.calendar_due')}>
      <Calendar
        value={month}
        onPanelChange={setMonth}
        onSelect={setMonth}
        cellRender={(day, { type }) =>
          type === 'date' && <Day orders={byDay.get(day.format('YYYY-MM-DD')) ?? []} onOpen={onOpen} />
        }
      />
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

function Day({ orders: due, onOpen }: { orders: readonly OrderRow[]; onOpen(order_id: number): void }) {
  return (
    <ul className={styles.day}>
      {due.map(({ order_id, order_title, site_name, closed_at, overdue }) => (
        <li key={order_id}>
          <button
            type="button"
            data-over={closed_at !== null}
            data-late={overdue}
            title={[`#${order_id}`, order_title, site_name].filter(Boolean).join(' · ')}
            onClick={() => onOpen(order_id)}
          >
            {order_title}
          </button>
        </li>
      ))}
    </ul>
  );
}
