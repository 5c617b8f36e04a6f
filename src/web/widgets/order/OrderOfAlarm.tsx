import { Button } from 'antd';
import { Link } from 'react-router';
import { orderActions, orders } from '#shared/contract/work-orders/orders.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import type { AlarmRow } from '#web/widgets/alarm/useAlarmWords.ts';
import { NewOrder } from './NewOrder.tsx';
import { OrderStateMark } from './OrderMarks.tsx';
import styles from './order.module.css';

interface OrderOfAlarmProps {
  alarm: AlarmRow;
}

/** Work orders of an alarm, or a button to create one. */
export function OrderOfAlarm({ alarm }: OrderOfAlarmProps) {
  const t = useT();
  const language = useLanguage();
  const { alarm_id } = alarm;
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
        {found.map(({ order_id, state, assignee_name, user_group_name, ...order }) => (
          <li key={order_id}>
            <Link to={`/workorder/orders?order=${order_id}`}>
              {`#${order_id} ${localName(order, 'order_title', language)}`}
            </Link>
            <OrderStateMark state={state} />
            <span className={styles.soft}>{assignee_name ?? user_group_name ?? t('orders.nobody')}</span>
          </li>
        ))}
      </ul>
      {mayAdd && answer.data && !hasOpen && (
        <Button onClick={() => making.open()}>{t('orders.from_alarm')}</Button>
      )}
      {making.show(() => (
        <NewOrder start={{ alarms: [alarm] }} onClosed={making.closed} />
      ))}
    </section>
  );
}
