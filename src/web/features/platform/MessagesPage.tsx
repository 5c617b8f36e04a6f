import type { AnswerOf } from '#shared/contract/define.ts';
import {
  messageActions,
  messageChannel,
  messageKind,
  messageState,
  messages,
} from '#shared/contract/platform/messages.ts';
import { tellReason } from '#shared/send-reasons.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Named } from '#web/ui/Named.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useList } from '#web/ui/useList.ts';
import styles from './messages.module.css';

type Message = AnswerOf<typeof messages.list>['data_info'][number];

const tones = { queued: 'notice', sent: 'good', failed: 'bad' } as const;

/** Messages sent on all channels, with delivery status. */
export function MessagesPage() {
  const t = useT();
  const language = useLanguage();
  const reasonOf = (error: string | null) => error && tellReason(t.tx, error);
  const mayRetry = useMay(messageActions.retry.needs);
  const retry = useAction(messageActions.retry, { refresh: [messages.list], done: 'messages.retry_done' });
  const refusedFor = ({ kind, state }: Message) => {
    if (state === 'sent') return t('messages.retry_sent');
    return kind === 'code' || kind === 'test' ? t('messages.retry_refused') : undefined;
  };
  const sending = (rows: Message[]): Action => ({
    label: t('messages.retry'),
    refused: rows.map(refusedFor).find((reason) => reason !== undefined),
    question: {
      title: t('messages.retry_title', { count: rows.length }),
      text: (
        <Named names={rows.map(({ recipient, subject }) => `${recipient} ${subject}`)}>
          {t('messages.retry_text')}
        </Named>
      ),
      ok: t('messages.retry'),
    },
    run: () => retry.run({ message_id: rows.map(({ message_id }) => message_id) }),
  });
  return (
    <Page hint={t('messages.hint')}>
      <DataTable
        list={useList(messages)}
        rowKey="message_id"
        columns={[
          'created_at',
          'channel',
          'kind',
          'recipient',
          'subject',
          {
            key: 'state',
            show: ({ state, provider }) =>
              // Kept in the outbox: no provider is configured, so nothing was sent.
              state === 'sent' && provider === 'outbox' ? (
                <Status tone="quiet">{t('messages.state_kept')}</Status>
              ) : (
                <Status tone={tones[state]}>{t(`messages.state_${state}`)}</Status>
              ),
          },
          'tries',
          { key: 'error', show: ({ error }) => reasonOf(error) || '–' },
          { key: 'real_name', rare: true },
          { key: 'sent_at', rare: true },
          { key: 'next_at', rare: true },
          { key: 'provider', rare: true },
          { key: 'body', rare: true, sortable: false },
        ]}
        filters={[
          { key: 'channel', choices: messageChannel.options },
          { key: 'state', choices: messageState.options },
          { key: 'kind', choices: messageKind.options },
          { key: 'created_at', as: 'range' },
        ]}
        details={({ body, error, next_at, state, provider }) => (
          <div className={styles.details}>
            <p>{body}</p>
            {state === 'sent' && provider === 'outbox' && <p>{t('messages.kept_hint')}</p>}
            {error && <p className={styles.error}>{reasonOf(error)}</p>}
            {next_at && <p>{t('messages.next_at_said', { at: showTime(next_at, language) })}</p>}
          </div>
        )}
        rowActions={mayRetry ? (message) => (refusedFor(message) ? [] : [sending([message])]) : undefined}
        batchActions={mayRetry ? (rows) => [sending(rows)] : undefined}
      />
    </Page>
  );
}
