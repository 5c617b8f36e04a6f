import { Link } from 'react-router';
import { alarmLog } from '#shared/contract/alarms/log.ts';
import { orders } from '#shared/contract/work-orders/orders.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useAlarmsChange } from '#web/live/useAlarmsChange.ts';
import { useOrdersChange } from '#web/live/useOrdersChange.ts';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { LevelMark } from '#web/widgets/alarm/AlarmMarks.tsx';
import { useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import { NewOrderButton } from '#web/widgets/order/NewOrderButton.tsx';
import { DueMark, OrderStateMark } from '#web/widgets/order/OrderMarks.tsx';
import { Card } from './card.tsx';
import styles from './overview.module.css';

/** Maximum of listed rows; the link leads to the others. */
const shown = 4;

/** Open alarms of the site. */
export function SiteAlarms({ site_id }: { site_id: number }) {
  const t = useT();
  const language = useLanguage();
  const mayRead = useMay(alarmLog.list.needs);
  const { titleOf, figure } = useAlarmWords();
  const { data } = useCall(alarmLog.list, { state: 'open', site_id, page_size: shown }, { enabled: mayRead });
  useAlarmsChange([alarmLog.list], undefined, mayRead);
  if (!mayRead || !data) return null;
  return (
    <Card
      title={t('siteOverview.alarms')}
      note={data.total > 0 ? t('siteOverview.alarms_open', { count: data.total }) : ''}
      tools={<Link to="?tab=alarms">{t('siteOverview.all')}</Link>}
    >
      {data.total === 0 ? (
        <p className={styles.soft}>{t('siteOverview.alarms_none')}</p>
      ) : (
        <ul className={styles.events}>
          {data.data_info.map((alarm) => (
            <li key={alarm.alarm_id}>
              <Link to={`/alarmdatas/log?alarm=${alarm.alarm_id}`}>
                <LevelMark level={alarm.level} /> <strong>{titleOf(alarm)}</strong>
              </Link>
              <small>
                <span>{alarm.last_value !== null && figure(alarm.last_value, alarm)}</span>
                <time>{showTime(alarm.from_at, language)}</time>
              </small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Open work orders of the site. */
export function SiteOrders({ site_id }: { site_id: number }) {
  const mayRead = useMay(orders.list.needs);
  return mayRead ? <OpenOrders site_id={site_id} /> : null;
}

function OpenOrders({ site_id }: { site_id: number }) {
  const t = useT();
  const language = useLanguage();
  const { data } = useCall(orders.list, { open: true, site_id, page_size: shown });
  useOrdersChange([orders.list]);
  if (!data) return null;
  return (
    <Card
      title={t('siteOverview.orders')}
      note={data.total > 0 ? t('siteOverview.orders_open', { count: data.total }) : ''}
      tools={
        <>
          <NewOrderButton site_id={site_id} />
          <Link to={`/workorder/orders?site_id=${site_id}`}>{t('siteOverview.all')}</Link>
        </>
      }
    >
      {data.total === 0 ? (
        <p className={styles.soft}>{t('siteOverview.orders_none')}</p>
      ) : (
        <ul className={styles.events}>
          {data.data_info.map((order) => (
            <li key={order.order_id}>
              <Link to={`/workorder/orders?order=${order.order_id}`}>
                <strong>{localName(order, 'order_title', language)}</strong>
              </Link>
              <small>
                <OrderStateMark state={order.state} />
                <DueMark order={order} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
