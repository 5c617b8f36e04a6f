import { ClockCircleOutlined } from '@ant-design/icons';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { orders } from '#shared/contract/work-orders/orders.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import type { OrderState } from '#shared/domain/order-steps.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import styles from './order.module.css';

export type OrderRow = AnswerOf<typeof orders.list>['data_info'][number];

const tones: Record<OrderState, StatusTone> = {
  pending: 'bad',
  accepted: 'notice',
  in_progress: 'notice',
  on_hold: 'quiet',
  awaiting_check: 'notice',
  closed: 'good',
  cancelled: 'quiet',
};

export function OrderStateMark({ state }: { state: OrderState }) {
  const t = useT();
  return <Status tone={tones[state]}>{t(`orders.state_${state}`)}</Status>;
}

export function PriorityMark({ priority }: Pick<OrderRow, 'priority'>) {
  const t = useT();
  return <span className={styles[`priority_${priority}`]}>{t(`orders.priority_${priority}`)}</span>;
}

type Timed = Pick<OrderRow, 'state' | 'accepted_at' | 'response_due_at' | 'due_at' | 'overdue' | 'closed_at'>;

/** Time left for the next step, or how late it is; `none` if nothing is due. */
export function DueMark({ order, none = '–' }: { order: Timed; none?: string }) {
  const t = useT();
  const language = useLanguage();
  const { state, accepted_at, response_due_at, due_at, overdue, closed_at } = order;
  const isOver = closed_at !== null || state === 'awaiting_check' || state === 'on_hold';
  if (isOver) return overdue ? <span className={styles.late}>{t('orders.overdue')}</span> : none;
  const isToAccept = accepted_at === null && response_due_at !== null;
  const due = isToAccept ? response_due_at : due_at;
  if (due === null) return none;
  const left = Date.parse(due) - Date.now();
  // Rounds up to minutes.
  const minutes = Math.ceil(Math.abs(left) / MINUTE_MS);
  const time = formatDuration(minutes * MINUTE_MS, language);
  return (
    <span className={left < 0 ? styles.late : styles.left}>
      <ClockCircleOutlined aria-hidden />{' '}
      {t(`orders.${isToAccept ? 'accept_' : ''}${left < 0 ? 'late_by' : 'left'}`, { time })}
    </span>
  );
}
