import { Alert } from 'antd';
import { Link } from 'react-router';
import { onlineActions } from '#shared/contract/access/users.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';

const pageOf = {
  shifts: '/workorder/duty',
  orders: '/workorder/orders',
  plans: '/workorder/process?view=plans',
  meetings: '/meetings/appointments',
};

/** Preview of a deletion: shifts, orders, plans and meetings that would lose their person. */
export function UserLosses({ user_ids }: { user_ids: number[] }) {
  const t = useT();
  const { data, error } = useCall(onlineActions.losses, { user_id: user_ids });
  // The deletion will be refused with the same error.
  if (error) return null;
  if (!data) return <p>{t('users.losses_asking')}</p>;
  const { shifts, orders, plans, meetings, order_list } = data;
  const counts = { shifts, orders, plans, meetings };
  const lost = (Object.keys(counts) as (keyof typeof counts)[]).filter((key) => counts[key] > 0);
  if (lost.length === 0) return <p>{t('users.losses_none')}</p>;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('users.losses_title')}
      description={
        <ul>
          {lost.map((key) => (
            <li key={key}>
              <Link to={pageOf[key]} target="_blank" rel="opener">
                {t(`users.losses_${key}`, { count: counts[key] })}
              </Link>
              {key === 'orders' && (
                <ul>
                  {order_list.map(({ order_id, order_title }) => (
                    <li key={order_id}>
                      <Link to={`/workorder/orders?order=${order_id}`} target="_blank" rel="opener">
                        {order_title}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      }
    />
  );
}
