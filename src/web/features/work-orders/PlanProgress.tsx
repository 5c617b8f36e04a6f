import { Drawer, Empty, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { orders } from '#shared/contract/work-orders/orders.ts';
import { orderPlanSites } from '#shared/contract/work-orders/plans.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { OrderStateMark } from '#web/widgets/order/OrderMarks.tsx';
import type { Plan } from './order-plan.ts';

type PlanSite = AnswerOf<typeof orderPlanSites.list>['data_info'][number];
type Order = AnswerOf<typeof orders.list>['data_info'][number];

const table = { size: 'small', scroll: { x: 'max-content' }, pagination: { pageSize: 20 } } as const;

/** Progress of a plan at each site, and its orders. */
export function PlanProgress({ plan, onClosed }: { plan: Plan; onClosed(): void }) {
  const t = useT();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(true);
  return (
    <Drawer
      title={plan.plan_name}
      size={narrow ? '100%' : 820}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
    >
      <h3>{t('orderPlans.by_site')}</h3>
      <PlanSites plan={plan} />
      <h3>{t('orderPlans.history')}</h3>
      <PlanOrders plan={plan} />
    </Drawer>
  );
}

function PlanSites({ plan }: { plan: Plan }) {
  const t = useT();
  const language = useLanguage();
  const sites = useCall(orderPlanSites.list, { plan_id: plan.plan_id, page_size: 1000 });
  const next = ({ basis, next_at }: PlanSite) => {
    const time = showTime(next_at, language);
    return basis === 'hours' ? t('orderPlanSites.earliest', { time }) : time;
  };
  return (
    <Answered answer={sites}>
      {({ data_info }) => (
        <Table<PlanSite>
          {...table}
          rowKey="plan_site_id"
          dataSource={data_info}
          columns={[
            {
              key: 'site_name',
              title: t('orderPlanSites.site_name'),
              render: (_, { site_name, mn }) => (
                <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>
              ),
            },
            {
              key: 'next_at',
              title: t('orderPlanSites.next_at'),
              render: (_, site) =>
                site.waits ? <Status tone="notice">{t('orderPlanSites.waits')}</Status> : next(site),
            },
            ...(plan.basis === 'hours'
              ? [
                  {
                    key: 'hours_run',
                    title: t('orderPlanSites.hours_run'),
                    render: (_: unknown, { hours_run, every_hours }: PlanSite) =>
                      t('orderPlanSites.hours_of', { run: hours_run, every: every_hours ?? 0 }),
                  },
                ]
              : []),
            {
              key: 'since',
              title: t('orderPlanSites.since'),
              render: (_, { since }) => showTime(since, language),
            },
            { key: 'orders', title: t('orderPlanSites.orders'), dataIndex: 'orders' },
          ]}
        />
      )}
    </Answered>
  );
}

function PlanOrders({ plan }: { plan: Plan }) {
  const t = useT();
  const language = useLanguage();
  const made = useCall(orders.list, { plan_id: plan.plan_id, page_size: 200 });
  return (
    <Answered answer={made}>
      {({ data_info }) =>
        data_info.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('orderPlans.no_history')} />
        ) : (
          <Table<Order>
            {...table}
            rowKey="order_id"
            dataSource={data_info}
            columns={[
              {
                key: 'order_id',
                title: t('orders.order_id'),
                render: (_, { order_id }) => (
                  <Link to={`/workorder/orders?order=${order_id}`}>{`#${order_id}`}</Link>
                ),
              },
              { key: 'site_name', title: t('orders.site_name'), dataIndex: 'site_name' },
              {
                key: 'state',
                title: t('orders.state'),
                render: (_, { state }) => <OrderStateMark state={state} />,
              },
              {
                key: 'created_at',
                title: t('orders.created_at'),
                render: (_, { created_at }) => showTime(created_at, language),
              },
              {
                key: 'closed_at',
                title: t('orders.closed_at'),
                render: (_, { closed_at }) => (closed_at ? showTime(closed_at, language) : '–'),
              },
            ]}
          />
        )
      }
    </Answered>
  );
}
