import { Alert } from 'antd';
import { Link } from 'react-router';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status, type StatusTone } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import type { OrderDetail } from './OrderForm.tsx';
import styles from './order.module.css';
import { RecheckChart } from './RecheckChart.tsx';

type Rechecked = OrderDetail['alarms'][number];

const tones: Record<Rechecked['state'], StatusTone> = {
  open: 'bad',
  no_data: 'bad',
  waiting: 'notice',
  passed: 'good',
};

/** Data since the fix, per alarm, compared with the rule that raised it. */
export function OrderRecheck({ order }: { order: OrderDetail }) {
  const t = useT();
  if (order.alarms.length === 0) return <p className={styles.soft}>{t('orders.no_alarms')}</p>;
  return (
    <>
      <p className={styles.soft}>{t('orders.recheck_hint', { count: order.recheck_minutes })}</p>
      {order.override_reason && (
        <Alert
          type="warning"
          showIcon
          title={t('orders.overridden', { name: order.override_by ?? '', reason: order.override_reason })}
        />
      )}
      <ul className={styles.recheck}>
        {order.alarms.map((alarm) => (
          <li key={alarm.alarm_id}>
            <AlarmLine alarm={alarm} />
            {order.site_id !== null && alarm.component_id !== null && (
              <RecheckChart order={order} alarm={alarm} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function AlarmLine({ alarm }: { alarm: Rechecked }) {
  const t = useT();
  const language = useLanguage();
  const { titleOf } = useAlarmWords();
  return (
    <>
      <Link to={`/alarmdatas/log?view=history&alarm=${alarm.alarm_id}`}>{titleOf(alarm)}</Link>
      <Status tone={tones[alarm.state]}>{t(`orders.recheck_${alarm.state}`)}</Status>
      <span className={styles.soft}>
        {alarm.since && t('orders.recheck_since', { time: showTime(alarm.since, language) })}{' '}
        {alarm.state === 'waiting' &&
          alarm.until &&
          t('orders.recheck_until', { time: showTime(alarm.until, language) })}
      </span>
    </>
  );
}
