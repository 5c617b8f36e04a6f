import { Image, Input, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import {
  orderRequestActions,
  orderRequests,
  REFUSED_PHOTO_DAYS,
  requestStates,
} from '#shared/contract/work-orders/requests.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { siteFilter } from '#web/widgets/filters.tsx';
import { NewOrder } from '#web/widgets/order/NewOrder.tsx';

type Request = AnswerOf<typeof orderRequests.list>['data_info'][number];

const tones = { new: 'notice', ordered: 'good', refused: 'quiet' } as const;

/** Public fault reports: each becomes an order or is refused. */
export function RequestsTab({ onOpen }: { onOpen(order_id: number): void }) {
  const t = useT();
  const list = useList(orderRequests);
  const mayDecide = useMay(orderRequestActions.order.needs);
  const ordering = useOpened<Request>();
  const refusing = useOpened<Request>();
  const looking = useOpened<Request>();
  const actionsOf = (request: Request): Action[] => [
    ...(mayDecide && request.state === 'new'
      ? [
          { label: t('orderRequests.make'), run: () => ordering.open(request) },
          { label: t('orderRequests.refuse'), run: () => refusing.open(request) },
        ]
      : []),
    ...(request.has_photo ? [{ label: t('orderRequests.photo'), run: () => looking.open(request) }] : []),
  ];
  return (
    <>
      <DataTable
        list={list}
        rowKey="request_id"
        nameOf={({ request_id }: Request) => `#${request_id}`}
        columns={[
          { key: 'description', sortable: false },
          {
            key: 'state',
            show: ({ state }) => <Status tone={tones[state]}>{t(`orderRequests.state_${state}`)}</Status>,
          },
          {
            key: 'site_name',
            show: ({ site_name, mn }) => <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>,
          },
          { key: 'contact', sortable: false },
          'created_at',
          {
            key: 'order_id',
            sortable: false,
            show: ({ order_id }) =>
              order_id === null ? (
                '–'
              ) : (
                <Link
                  to={`?order=${order_id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onOpen(order_id);
                  }}
                >{`#${order_id}`}</Link>
              ),
          },
          { key: 'has_photo', sortable: false },
          { key: 'decided_by', sortable: false, rare: true },
          { key: 'decided_at', sortable: false, rare: true },
          { key: 'refusal', sortable: false, rare: true },
        ]}
        filters={[{ key: 'state', choices: requestStates }, siteFilter, { key: 'created_at', as: 'range' }]}
        rowActions={actionsOf}
      />
      {ordering.show(({ request_id, site_id, description }) => (
        <NewOrder
          start={{ request_id, site_id, description, order_title: description.slice(0, 40) }}
          onAdded={onOpen}
          onClosed={ordering.closed}
        />
      ))}
      {refusing.show((request) => (
        <Refuse request={request} onClosed={refusing.closed} />
      ))}
      {looking.show((request) => (
        <Photo request={request} onClosed={looking.closed} />
      ))}
    </>
  );
}

function Refuse({ request, onClosed }: { request: Request; onClosed(): void }) {
  const t = useT();
  const [isOpen, setOpen] = useState(true);
  const [note, setNote] = useState('');
  const refusing = useAction(orderRequestActions.refuse, {
    refresh: [orderRequests.list],
    done: 'orderRequests.refused',
  });
  const submit = () =>
    refusing.run({ request_id: request.request_id, note }).then(
      () => setOpen(false),
      () => undefined,
    );
  return (
    <Modal
      title={t('orderRequests.refuse_title')}
      open={isOpen}
      okText={t('orderRequests.refuse')}
      okButtonProps={{ danger: true, disabled: note.trim() === '', loading: refusing.pending }}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
    >
      <p>{request.description}</p>
      {request.has_photo && <p>{t('orderRequests.photo_goes', { count: REFUSED_PHOTO_DAYS })}</p>}
      <Input.TextArea
        aria-label={t('orderRequests.refusal')}
        placeholder={t('orderRequests.refusal')}
        maxLength={500}
        autoSize={{ minRows: 3, maxRows: 8 }}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}

function Photo({ request, onClosed }: { request: Request; onClosed(): void }) {
  const [isOpen, setOpen] = useState(true);
  const answer = useCall(orderRequestActions.photo, { request_id: request.request_id });
  return (
    <Modal
      title={request.site_name}
      open={isOpen}
      footer={null}
      onCancel={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
    >
      <Answered answer={answer}>
        {({ photo }) => (
          <Image src={`data:image/jpeg;base64,${photo}`} alt={request.description} width="100%" />
        )}
      </Answered>
    </Modal>
  );
}
