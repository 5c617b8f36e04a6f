import { Drawer } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import type { OrderAct } from '#shared/domain/order-steps.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useOrdersChange } from '#web/live/useOrdersChange.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { OrderActs } from './OrderActs.tsx';
import { OrderFlow } from './OrderFlow.tsx';
import type { OrderDetail } from './OrderForm.tsx';
import { DueMark, OrderStateMark, PriorityMark } from './OrderMarks.tsx';
import { OrderPicture } from './OrderPicture.tsx';
import { OrderRecheck } from './OrderRecheck.tsx';
import { OrderReport } from './OrderReport.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import styles from './order.module.css';

interface OrderDrawerProps {
  order_id: number;
  /** Step to open at once, if permitted. */
  act?: OrderAct | undefined;
  onClosed(): void;
}

/** One work order: progress, history, data check and available actions. */
export function OrderDrawer({ order_id, act, onClosed }: OrderDrawerProps) {
  const t = useT();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(true);
  const answer = useCall(orderActions.get, { order_id }, { refetchMs: 30_000 });
  useOrdersChange([orderActions.get, orderComments.data]);
  const order = answer.data;
  const acts = order && <OrderActs order={order} begin={act} onDeleted={() => setOpen(false)} />;
  return (
    <Drawer
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      size={narrow ? '100%' : 920}
      title={
        <span className={styles.title}>
          {t('orders.details_title', { number: order_id })}
          {order && <OrderStateMark state={order.state} />}
        </span>
      }
      extra={!narrow && acts}
      footer={narrow && acts}
    >
      {answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : order ? (
        <OrderBody order={order} />
      ) : (
        <ListSkeleton />
      )}
    </Drawer>
  );
}

function OrderBody({ order }: { order: OrderDetail }) {
  const t = useT();
  const language = useLanguage();
  const description = localName(order, 'description', language);
  const wasDone = order.done_at !== null;
  // Photos that answer a form question are shown there instead.
  const answered = new Set(Object.values(order.answers).flatMap((one) => (Array.isArray(one) ? one : [])));
  const attached = order.files.filter(({ file_id }) => !answered.has(file_id));
  return (
    <div className={styles.order}>
      <OrderFlow state={order.state} needs_check={order.needs_check} />
      <section>
        <h3>{localName(order, 'order_title', language)}</h3>
        <Facts order={order} />
      </section>
      {description && <p className={styles.description}>{description}</p>}
      {attached.length > 0 && (
        <div className={styles.pictures}>
          {attached.map(({ file_id, file_name }) => (
            <OrderPicture key={file_id} order_id={order.order_id} file_id={file_id} name={file_name} />
          ))}
        </div>
      )}
      {order.alarms.length > 0 && (
        <section>
          <h3>{t('orders.section_check')}</h3>
          <OrderRecheck order={order} />
        </section>
      )}
      {wasDone && (
        <section>
          <h3>
            {t('orders.section_work')}{' '}
            <small className={styles.soft}>{t('orders.form_version', { number: order.form_number })}</small>
          </h3>
          <OrderReport order={order} />
        </section>
      )}
      <section>
        <h3>{t('orders.section_timeline')}</h3>
        <OrderTimeline order={order} />
      </section>
    </div>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const t = useT();
  const language = useLanguage();
  const time = (at: string | null) => (at ? showTime(at, language) : '–');
  const facts: [string, React.ReactNode][] = [
    [t('orders.order_type_id'), localName(order, 'type_name', language)],
    [t('orders.priority'), <PriorityMark key="priority" priority={order.priority} />],
    [
      t('orders.site_id'),
      order.mn ? (
        <Link key="site" to={`/sites/${encodeURIComponent(order.mn)}`}>
          {order.site_name}
        </Link>
      ) : (
        t('orders.no_site')
      ),
    ],
    [t('orders.address'), order.address ?? '–'],
    [t('orders.assignee_id'), order.assignee_name ?? order.user_group_name ?? t('orders.nobody')],
    [t('orders.made_by'), `${order.made_by_name} · ${t(`orders.source_${order.source}`)}`],
    [t('orders.created_at'), time(order.created_at)],
    [
      t('orders.due_at'),
      <span key="due">
        {order.due_at && time(order.due_at)} <DueMark order={order} none={order.due_at ? '' : '–'} />
      </span>,
    ],
    ...(order.watchers.length > 0
      ? [
          [
            t('orders.watcher_ids'),
            order.watchers.map(({ real_name }) => real_name).join(t('lists.between')),
          ] as [string, string],
        ]
      : []),
    ...(order.close_reason ? [[t('orders.close_reason'), order.close_reason] as [string, string]] : []),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
