import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { orderActions, orderPriorities, orderSources, orders } from '#shared/contract/work-orders/orders.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { orderStates } from '#shared/domain/order-steps.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { localName } from '#web/ui/local-name.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { siteFilter } from '#web/widgets/filters.tsx';
import { AssignDrawer } from '#web/widgets/order/AssignDrawer.tsx';
import { DueMark, type OrderRow, OrderStateMark, PriorityMark } from '#web/widgets/order/OrderMarks.tsx';
import styles from '#web/widgets/order/order.module.css';
import { orderReads } from '#web/widgets/order/order-reads.ts';

const yesNo = ['true', 'false'];

/** List of all visible orders with filters and batch actions. */
export function OrderList({ onOpen, add }: { onOpen(order_id: number): void; add: ReactNode }) {
  const t = useT();
  const language = useLanguage();
  const list = useList(orders);
  const mayManage = useMay(orderActions.remove.needs);
  const assigning = useOpened<OrderRow[]>();
  const removing = useAction(orderActions.remove, { refresh: orderReads, done: 'orders.deleted' });
  const batchOf = (rows: OrderRow[]): Action[] => [
    { label: t('orders.reassign'), opens: true, run: () => assigning.open(rows) },
    {
      label: t('orders.delete'),
      danger: true,
      question: {
        title: t('orders.delete_question'),
        text: t('orders.delete_text'),
        ok: t('orders.delete'),
        danger: true,
      },
      run: () => removing.run({ order_id: rows.map(({ order_id }) => order_id) }),
    },
  ];
  return (
    <>
      <DataTable
        list={list}
        rowKey="order_id"
        add={add}
        nameOf={(order: OrderRow) => `#${order.order_id} ${localName(order, 'order_title', language)}`}
        columns={[
          {
            key: 'order_title',
            show: (order) => (
              <button type="button" className={styles.what} onClick={() => onOpen(order.order_id)}>
                <strong>{localName(order, 'order_title', language)}</strong>
                <small>{`#${order.order_id} · ${localName(order, 'type_name', language)}`}</small>
              </button>
            ),
          },
          { key: 'state', show: ({ state }) => <OrderStateMark state={state} /> },
          { key: 'priority', show: ({ priority }) => <PriorityMark priority={priority} /> },
          { key: 'site_name', show: siteOf },
          {
            key: 'assignee_name',
            sortable: false,
            show: ({ assignee_name, user_group_name }) =>
              assignee_name ?? user_group_name ?? <span className={styles.soft}>{t('orders.nobody')}</span>,
          },
          { key: 'due_at', show: (order) => <DueMark order={order} /> },
          'created_at',
          { key: 'source', sortable: false },
          { key: 'made_by_name', sortable: false, rare: true },
          { key: 'accepted_at', sortable: false, rare: true },
          { key: 'done_at', sortable: false, rare: true },
          { key: 'closed_at', rare: true },
          { key: 'returned', sortable: false, rare: true },
          { key: 'mn', sortable: false, rare: true },
        ]}
        filters={[
          { key: 'mine', choices: ['todo', 'made', 'watched'] },
          { key: 'open', choices: yesNo },
          { key: 'state', choices: orderStates },
          { key: 'overdue', choices: yesNo },
          { key: 'order_type_id', choices: rowsOf(orderTypes, 'type_name') },
          siteFilter,
          { key: 'priority', choices: orderPriorities },
          { key: 'source', choices: orderSources },
          { key: 'created_at', as: 'range' },
        ]}
        batchActions={mayManage ? batchOf : undefined}
      />
      {assigning.show((rows) => (
        <AssignDrawer order_ids={rows.map(({ order_id }) => order_id)} onClosed={assigning.closed} />
      ))}
    </>
  );

  function siteOf({ site_name, mn }: OrderRow) {
    if (mn === null) return '–';
    return (
      <Link className={styles.where} to={`/sites/${encodeURIComponent(mn)}`}>
        {site_name}
      </Link>
    );
  }
}
