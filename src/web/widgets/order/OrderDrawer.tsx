import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import type { OrderAct } from '#shared/domain/order-steps.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useOrdersChange } from '#web/live/useOrdersChange.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AssignDrawer } from './AssignDrawer.tsx';
import { OrderFlow } from './OrderFlow.tsx';
import type { OrderDetail } from './OrderForm.tsx';
import { DueMark, OrderStateMark, PriorityMark } from './OrderMarks.tsx';
import { OrderPicture } from './OrderPicture.tsx';
import { OrderRecheck } from './OrderRecheck.tsx';
import { OrderReport } from './OrderReport.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import styles from './order.module.css';
import { orderReads } from './order-reads.ts';
import { StepDrawer, useOrderStep } from './StepDrawer.tsx';

/** One order: where it stands, what was done, what the data say, and what the reader may do next. */
export function OrderDrawer({ order_id, onClosed }: { order_id: number; onClosed(): void }) {
  const t = useT();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(true);
  const answer = useCall(orderActions.get, { order_id }, { refetchMs: 30_000 });
  useOrdersChange([orderActions.get, orderComments.data]);
  const order = answer.data;
  const acts = order && <Acts order={order} onDeleted={() => setOpen(false)} />;
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
  const wasDone = order.done_at !== null;
  // Pictures of the form stand beside their questions.
  const answered = new Set(Object.values(order.answers).flatMap((one) => (Array.isArray(one) ? one : [])));
  const attached = order.files.filter(({ file_id }) => !answered.has(file_id));
  return (
    <div className={styles.order}>
      <OrderFlow state={order.state} needs_check={order.needs_check} />
      <section>
        <h3>{order.order_title}</h3>
        <Facts order={order} />
      </section>
      {order.description && <p className={styles.description}>{order.description}</p>}
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
    [t('orders.order_type_id'), (language === 'en' && order.type_name_en) || order.type_name],
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

/** Steps that need nothing said are taken at once; the others open a drawer. */
const atOnce: readonly OrderAct[] = ['accept', 'start'];
const primary: readonly OrderAct[] = ['accept', 'start', 'do', 'check_pass', 'reopen'];

function Acts({ order, onDeleted }: { order: OrderDetail; onDeleted(): void }) {
  const t = useT();
  const ask = useConfirm();
  const stepping = useOpened<OrderAct>();
  const assigning = useOpened<void>();
  const step = useOrderStep();
  const removing = useAction(orderActions.remove, { refresh: orderReads, done: 'orders.deleted' });
  const { order_id, may, state } = order;
  const steps = may.filter((act): act is OrderAct => !['edit', 'assign', 'delete', 'override'].includes(act));
  const labelOf = (act: OrderAct) =>
    t(act === 'start' && state === 'on_hold' ? 'orders.act_resume' : `orders.act_${act}`);
  const take = (act: OrderAct) =>
    atOnce.includes(act) ? void step.run(order_id, act).catch(() => undefined) : stepping.open(act);
  return (
    <div className={styles.buttons}>
      {may.includes('delete') && (
        <Button
          danger
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
      {may.includes('assign') && <Button onClick={() => assigning.open()}>{t('orders.reassign')}</Button>}
      {steps
        .toSorted((a, b) => Number(primary.includes(a)) - Number(primary.includes(b)))
        .map((act) => (
          <Button
            key={act}
            type={primary.includes(act) ? 'primary' : 'default'}
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
    </div>
  );
}
