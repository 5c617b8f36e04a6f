import { Button, Mentions, Timeline } from 'antd';
import { useState } from 'react';
import { userActions } from '#shared/contract/access/users.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { troubledStates } from '#shared/domain/command-run.ts';
import { formatDuration } from '#shared/domain/numbers.ts';
import { CallError } from '#web/api/call-error.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { type AlarmSubject, useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import type { OrderDetail } from './OrderForm.tsx';
import { OrderPicture } from './OrderPicture.tsx';
import styles from './order.module.css';
import { orderReads } from './order-reads.ts';
import { PhotosInput } from './PhotosInput.tsx';

type Entry = AnswerOf<typeof orderComments.data>['data_info'][number];

const colours: Record<Entry['kind'], string> = {
  step: 'blue',
  comment: 'gray',
  alarm: 'red',
  command: 'purple',
};

/** History of an order: steps, comments, and changes of its alarms. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  const answer = useCall(orderComments.data, { order_id: order.order_id });
  if (answer.error) return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <ListSkeleton />;
  return (
    <>
      <Timeline
        items={answer.data.data_info.map((entry, at, all) => ({
          key: `${entry.kind} ${entry.entry_id}`,
          color: colours[entry.kind],
          content: <EntryLine order_id={order.order_id} entry={entry} before={stepBefore(all, at)} />,
        }))}
      />
      <Compose order={order} />
    </>
  );
}

/** The step before this one; other entries take no time. */
function stepBefore(entries: readonly Entry[], at: number): Entry | undefined {
  if (entries[at]?.kind !== 'step') return undefined;
  return entries.slice(0, at).findLast(({ kind }) => kind === 'step');
}

interface EntryLineProps {
  order_id: number;
  entry: Entry;
  before: Entry | undefined;
}

function EntryLine({ order_id, entry, before }: EntryLineProps) {
  const language = useLanguage();
  const t = useT();
  const said = useSaid(entry);
  const took = before && Date.parse(entry.at) - Date.parse(before.at);
  const unnamed = entry.mentions.filter((name) => !entry.body?.includes(`@${name}`));
  return (
    <div className={styles.entry}>
      <p>
        <strong>{entry.actor ?? t('orders.system')}</strong>
        <span>{said}</span>
        <time>{showTime(entry.at, language)}</time>
        {took !== undefined && (
          <small>{t('orders.after_step', { span: formatDuration(took, language) })}</small>
        )}
      </p>
      {entry.body && <blockquote>{entry.body}</blockquote>}
      {typeof entry.details.override_reason === 'string' && (
        <blockquote>{`${t('orders.override_reason')}: ${entry.details.override_reason}`}</blockquote>
      )}
      {unnamed.length > 0 && (
        <span className={styles.soft}>{unnamed.map((name) => `@${name}`).join(' ')}</span>
      )}
      {entry.files.length > 0 && (
        <span className={styles.pictures}>
          {entry.files.map(({ file_id, file_name }) => (
            <OrderPicture key={file_id} order_id={order_id} file_id={file_id} name={file_name} />
          ))}
        </span>
      )}
    </div>
  );
}

/** Text of a history entry. */
function useSaid({ kind, did, details }: Entry): string {
  const t = useT();
  const { titleOf } = useAlarmWords();
  if (kind === 'alarm') {
    // `details` contains the fields of AlarmSubject for alarm entries.
    const what = titleOf(details as unknown as AlarmSubject);
    return t('orders.did_alarm', { what, did: t.tx(`alarmLog.did_${did}`) });
  }
  if (kind === 'command') {
    const command = t.tx(`commandKinds.${details.kind}`);
    return `${t('orders.did_command', { command })} · ${t.tx(`orders.command_${outcomeOf(did)}`)}`;
  }
  const name = details.assignee_name ?? details.user_group_name;
  if (did === 'assign')
    return name ? t('orders.did_assign', { name: String(name) }) : t('orders.did_unassign');
  return t.tx(`orders.did_${did}`, { name: String(details.route_name ?? '') });
}

/** Outcome of a command. */
function outcomeOf(state: string): 'done' | 'open' | 'failed' {
  if (state === 'succeeded') return 'done';
  const isTroubled = state === 'cancelled' || (troubledStates as readonly string[]).includes(state);
  return isTroubled ? 'failed' : 'open';
}

function Compose({ order }: { order: OrderDetail }) {
  const t = useT();
  const [text, setText] = useState('');
  const [photos, setPhotos] = useState<number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const mayPick = useMay(userActions.other.needs);
  const people = useCall(userActions.other, { page_size: 1000 }, { staleMs, enabled: mayPick });
  const sending = useAction(orderComments.send, { refresh: orderReads, done: 'orders.sent' });
  const users = people.data?.data_info ?? [];
  const [problems, setProblems] = useState<string[]>([]);
  const send = async () => {
    const named = users.filter(({ real_name }) => text.includes(`@${real_name}`));
    const mentions = named.map(({ user_id }) => user_id);
    setProblems([]);
    try {
      await sending.run({ order_id: order.order_id, body: text.trim(), mentions, file_ids: photos });
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : [];
      setProblems(
        fields.map(({ field, problem, params }) => {
          const whom = named[Number(/^mentions\.(\d+)$/.exec(field)?.[1])];
          return `${whom ? `@${whom.real_name} ` : ''}${t.tx(`problems.${problem}`, params)}`;
        }),
      );
      return;
    }
    setText('');
    setPhotos([]);
  };
  return (
    <div className={styles.compose}>
      <Mentions
        rows={2}
        value={text}
        onChange={setText}
        aria-label={t('orders.comment')}
        placeholder={t('orders.comment_hint')}
        options={users.map(({ user_id, real_name }) => ({
          key: String(user_id),
          value: real_name,
          label: real_name,
        }))}
      />
      {problems.map((problem) => (
        <p key={problem} className={styles.late} role="alert">
          {problem}
        </p>
      ))}
      <div className={styles.composeBar}>
        <PhotosInput
          order_id={order.order_id}
          place={order.site_name}
          value={photos}
          onChange={setPhotos}
          onBusy={setBusy}
        />
        <Button
          type="primary"
          disabled={isBusy || (text.trim() === '' && photos.length === 0)}
          loading={sending.pending}
          onClick={() => void send()}
        >
          {t('orders.send')}
        </Button>
      </div>
    </div>
  );
}
