import { Button } from 'antd';
import { Link } from 'react-router';
import { orderActions, orders } from '#shared/contract/work-orders/orders.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { NewOrder } from './NewOrder.tsx';
import { OrderStateMark } from './OrderMarks.tsx';
import styles from './order.module.css';

interface OrderOfAlarmProps {
  alarm_id: number;
  site_id: number | null;
  /** What the order is called, unless somebody calls it otherwise. */
  title: string;
  /** What whoever gets it has to know of the alarm. */
  story: string;
  isSevere: boolean;
}

/** The work orders of an alarm, or the way to make one. */
export function OrderOfAlarm({ alarm_id, site_id, title, story, isSevere }: OrderOfAlarmProps) {
  const t = useT();
  const mayRead = useMay(orders.list.needs);
  const mayAdd = useMay(orderActions.add.needs);
  const making = useOpened<void>();
  const answer = useCall(orders.list, { alarm_id }, { enabled: mayRead });
  const found = answer.data?.data_info ?? [];
  if (!mayRead || (found.length === 0 && !mayAdd)) return null;
  const hasOpen = found.some(({ closed_at }) => closed_at === null);
  return (
    <section>
      <h3>{t('orders.of_alarm')}</h3>
      <ul className={styles.recheck}>
        {found.map(({ order_id, order_title, state, assignee_name, user_group_name }) => (
          <li key={order_id}>
            <Link to={`/workorder/orders?order=${order_id}`}>{`#${order_id} ${order_title}`}</Link>
            <OrderStateMark state={state} />
            <span className={styles.soft}>{assignee_name ?? user_group_name ?? t('orders.nobody')}</span>
          </li>
        ))}
      </ul>
      {mayAdd && answer.data && !hasOpen && (
        <Button onClick={() => making.open()}>{t('orders.from_alarm')}</Button>
      )}
      {making.show(() => (
        <NewOrder
          start={{
            site_id: site_id ?? undefined,
            alarm_ids: [alarm_id],
            order_title: title.slice(0, 100),
            description: story.slice(0, 2000),
            priority: isSevere ? 'high' : 'normal',
          }}
          onClosed={making.closed}
        />
      ))}
    </section>
  );
}
