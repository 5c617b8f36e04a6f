import { type DragEvent, useState } from 'react';
import { orders } from '#shared/contract/work-orders/orders.ts';
import { type OrderAct, type OrderState, orderActs, orderStep } from '#shared/domain/order-steps.ts';
import { useToast } from '#web/api/toasts.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { DueMark, type OrderRow, PriorityMark } from '#web/widgets/order/OrderMarks.tsx';
import { useOrderStep } from '#web/widgets/order/useOrderStep.ts';
import styles from './work-orders.module.css';

const columns: readonly OrderState[] = [
  'pending',
  'accepted',
  'in_progress',
  'on_hold',
  'awaiting_check',
  'closed',
];
const PAGE = 50;
/** Steps without input run on drop; others open the order at that step. */
const plain: readonly OrderAct[] = ['accept', 'start'];

/** Step between two columns, with or without a check. */
function actBetween(from: OrderState, to: OrderState): OrderAct | undefined {
  return orderActs.find((act) => orderStep(from, act, true) === to || orderStep(from, act, false) === to);
}

/** Board of orders by state. Dragging a card to another column takes that step. */
export function OrderBoard({ onOpen }: { onOpen(order_id: number, act?: OrderAct): void }) {
  const t = useT();
  const toast = useToast();
  const step = useOrderStep();
  const [dragged, setDragged] = useState<OrderRow>();
  const drop = (to: OrderState) => {
    if (!dragged || dragged.state === to) return;
    const act = actBetween(dragged.state, to);
    if (!act) {
      const [from, goal] = [t(`orders.state_${dragged.state}`), t(`orders.state_${to}`)];
      toast.error(t('orders.board_refused', { from, to: goal }));
    } else if (plain.includes(act)) void step.run(dragged.order_id, act).catch(() => undefined);
    else onOpen(dragged.order_id, act);
  };
  return (
    <div className={styles.board}>
      {columns.map((state) => (
        <BoardColumn
          key={state}
          state={state}
          isGoal={dragged !== undefined && actBetween(dragged.state, state) !== undefined}
          onDrag={setDragged}
          onDrop={() => drop(state)}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface BoardColumnProps {
  state: OrderState;
  /** Whether the dragged card may be dropped here. */
  isGoal: boolean;
  onDrag(order: OrderRow | undefined): void;
  onDrop(): void;
  onOpen(order_id: number): void;
}

function BoardColumn({ state, isGoal, onDrag, onDrop, onOpen }: BoardColumnProps) {
  const t = useT();
  const answer = useCall(orders.list, { state, page_size: PAGE }, { refetchMs: 30_000, keepPrevious: true });
  const rows = answer.data?.data_info ?? [];
  const total = answer.data?.total ?? 0;
  const allow = (event: DragEvent) => event.preventDefault();
  return (
    <section
      className={styles.column}
      data-goal={isGoal}
      aria-label={t(`orders.state_${state}`)}
      onDragOver={allow}
      onDrop={onDrop}
    >
      <h2>
        {t(`orders.state_${state}`)} <span>{answer.data ? total : '…'}</span>
      </h2>
      {answer.error && !answer.data ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <ul>
          {rows.map((order) => (
            <li
              key={order.order_id}
              draggable
              onDragStart={() => onDrag(order)}
              onDragEnd={() => onDrag(undefined)}
            >
              <Card order={order} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {answer.data && rows.length === 0 && <p className={styles.none}>{t('orders.board_empty')}</p>}
      {total > rows.length && (
        <p className={styles.none}>{t('orders.board_more', { count: total - rows.length })}</p>
      )}
    </section>
  );
}

function Card({ order, onOpen }: { order: OrderRow; onOpen(order_id: number): void }) {
  const t = useT();
  const language = useLanguage();
  return (
    <button type="button" className={styles.card} onClick={() => onOpen(order.order_id)}>
      <strong>{localName(order, 'order_title', language)}</strong>
      <span className={styles.cardLine}>
        <PriorityMark priority={order.priority} />
        <DueMark order={order} />
      </span>
      <small>{[`#${order.order_id}`, order.site_name].filter(Boolean).join(' · ')}</small>
      <small>{order.assignee_name ?? order.user_group_name ?? t('orders.nobody')}</small>
    </button>
  );
}
