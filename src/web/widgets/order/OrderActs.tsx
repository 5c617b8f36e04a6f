import { StarFilled, StarOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import type { OrderAct } from '#shared/domain/order-steps.ts';
import { useSession } from '#web/api/session.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AssignDrawer } from './AssignDrawer.tsx';
import { EditDrawer } from './EditDrawer.tsx';
import type { OrderDetail } from './OrderForm.tsx';
import styles from './order.module.css';
import { orderReads } from './order-reads.ts';
import { StepDrawer } from './StepDrawer.tsx';
import { useOrderStep } from './useOrderStep.ts';

/** Steps without input run at once; the others open a drawer. */
const atOnce: readonly OrderAct[] = ['accept', 'start'];
/** The next step of whoever does the work, and of whoever checks it. */
const primary: readonly OrderAct[] = ['accept', 'start', 'do', 'check_pass'];

interface OrderActsProps {
  order: OrderDetail;
  /** Step to open initially, once. */
  begin?: OrderAct | undefined;
  onDeleted(): void;
}

/** Permitted actions on an order in its current state. */
export function OrderActs({ order, begin, onDeleted }: OrderActsProps) {
  const t = useT();
  const ask = useConfirm();
  const stepping = useOpened<OrderAct>();
  const assigning = useOpened<void>();
  const editing = useOpened<void>();
  const user_id = useSession()?.user.user_id;
  const watching = useAction(orderActions.watch, { refresh: orderReads });
  const step = useOrderStep();
  const removing = useAction(orderActions.remove, { refresh: orderReads, done: 'orders.deleted' });
  const { order_id, may, state } = order;
  const steps = may.filter((act): act is OrderAct => !['edit', 'assign', 'delete', 'override'].includes(act));
  const isOthers = order.assignee_id !== null && order.assignee_id !== user_id;
  const isPrimary = (act: OrderAct) => primary.includes(act) && (act === 'check_pass' || !isOthers);
  const hintOf = (act: OrderAct) =>
    act === 'close' || act === 'cancel' ? t(`orders.hint_${act}`) : undefined;
  const labelOf = (act: OrderAct) =>
    t(act === 'start' && state === 'on_hold' ? 'orders.act_resume' : `orders.act_${act}`);
  const take = (act: OrderAct) =>
    atOnce.includes(act) ? void step.run(order_id, act).catch(() => undefined) : stepping.open(act);
  const isBegun = useRef(false);
  const { open } = stepping;
  useEffect(() => {
    if (!begin || isBegun.current || !may.includes(begin)) return;
    isBegun.current = true;
    open(begin);
  }, [begin, may, open]);
  const watches = order.watchers.some((one) => one.user_id === user_id);
  return (
    <div className={styles.buttons}>
      <Button
        type="text"
        icon={watches ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        aria-pressed={watches}
        onClick={() => void watching.run({ order_id, watches: !watches }).catch(() => undefined)}
      >
        {t(watches ? 'orders.watching' : 'orders.watch')}
      </Button>
      {may.includes('delete') && (
        <Button
          danger
          title={t('orders.hint_delete')}
          onClick={() =>
            ask(
              {
                title: t('orders.delete_question'),
                text: t('orders.delete_text'),
                ok: t('orders.delete'),
                danger: true,
              },
              async () => {
                await removing.run({ order_id });
                onDeleted();
              },
            )
          }
        >
          {t('orders.delete')}
        </Button>
      )}
      {may.includes('edit') && <Button onClick={() => editing.open()}>{t('common.edit')}</Button>}
      {may.includes('assign') && <Button onClick={() => assigning.open()}>{t('orders.reassign')}</Button>}
      {steps
        .toSorted((a, b) => Number(isPrimary(a)) - Number(isPrimary(b)))
        .map((act) => (
          <Button
            key={act}
            type={isPrimary(act) ? 'primary' : 'default'}
            title={hintOf(act)}
            loading={step.pending}
            onClick={() => take(act)}
          >
            {labelOf(act)}
          </Button>
        ))}
      {stepping.show((act) => (
        <StepDrawer order={order} act={act} onClosed={stepping.closed} />
      ))}
      {assigning.show(() => (
        <AssignDrawer order_ids={[order_id]} onClosed={assigning.closed} />
      ))}
      {editing.show(() => (
        <EditDrawer order={order} onClosed={editing.closed} />
      ))}
    </div>
  );
}
