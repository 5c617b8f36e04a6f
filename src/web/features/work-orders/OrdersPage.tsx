import { PlusOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { orderRequests } from '#shared/contract/work-orders/requests.ts';
import type { OrderAct } from '#shared/domain/order-steps.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useOrdersChange } from '#web/live/useOrdersChange.ts';
import { ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { NewOrder } from '#web/widgets/order/NewOrder.tsx';
import { OrderDrawer } from '#web/widgets/order/OrderDrawer.tsx';
import { orderReads } from '#web/widgets/order/order-reads.ts';
import { OrderBoard } from './OrderBoard.tsx';
import { OrderCalendar } from './OrderCalendar.tsx';
import { OrderList } from './OrderList.tsx';
import { RequestsTab } from './RequestsTab.tsx';
import { StatisticsTab } from './StatisticsTab.tsx';

/** Lazy: the map is large and rarely used. */
const OrderMap = lazy(async () => ({ default: (await import('./OrderMap.tsx')).OrderMap }));

const views = ['list', 'board', 'map', 'calendar', 'requests', 'statistics'] as const;

/** Work orders as list, board, map and calendar. The open order is in the URL. */
export function OrdersPage() {
  const t = useT();
  const { params, numbers, change } = useAddress();
  const mayAdd = useMay(orderActions.add.needs);
  const adding = useOpened<void>();
  const count = useCall(orderActions.count, {}, { refetchMs: 30_000 });
  useOrdersChange([...orderReads, orderRequests.list]);
  const view = views.find((one) => one === params.get('view')) ?? 'list';
  const [shown] = numbers('order');
  const [act, setAct] = useState<OrderAct>();
  const open = (order_id: number, begin?: OrderAct) => {
    setAct(begin);
    change({ order: order_id });
  };
  const todo = count.data?.todo ?? '…';
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => adding.open()}>
      {t('orders.add')}
    </Button>
  );
  return (
    <Page
      hint={t('orders.hint')}
      actions={
        <>
          <Button onClick={() => change({ view: undefined, mine: 'todo' })}>
            {t('orders.mine_todo')} <strong>{todo}</strong>
          </Button>
          {add}
        </>
      }
    >
      <Tabs
        activeKey={view}
        onChange={(chosen) => change({ view: chosen === 'list' ? undefined : chosen })}
        destroyOnHidden
        items={[
          {
            key: 'list',
            label: t('orders.tab_list'),
            children: <OrderList onOpen={open} add={add} />,
          },
          { key: 'board', label: t('orders.tab_board'), children: <OrderBoard onOpen={open} /> },
          {
            key: 'map',
            label: t('orders.tab_map'),
            children: (
              <Suspense fallback={<ListSkeleton />}>
                <OrderMap onOpen={open} />
              </Suspense>
            ),
          },
          { key: 'calendar', label: t('orders.tab_calendar'), children: <OrderCalendar onOpen={open} /> },
          {
            key: 'requests',
            label: t('orderRequests.tab'),
            children: <RequestsTab onOpen={open} />,
          },
          { key: 'statistics', label: t('orders.tab_statistics'), children: <StatisticsTab /> },
        ]}
      />
      {adding.show(() => (
        <NewOrder onAdded={open} onClosed={adding.closed} />
      ))}
      {shown !== undefined && (
        <OrderDrawer key={shown} order_id={shown} act={act} onClosed={() => change({ order: undefined })} />
      )}
    </Page>
  );
}
