import type { alarmActions } from '#shared/contract/alarms/log.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { tellReason } from '#shared/send-reasons.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import styles from './episode.module.css';

type Message = AnswerOf<typeof alarmActions.steps>['messages'][number];

const tones = { queued: 'notice', sent: 'good', failed: 'bad' } as const;

/** Notifications of an episode with channel and delivery status. */
export function EpisodeMessages({ messages, late }: { messages: readonly Message[]; late: boolean }) {
  const t = useT();
  return (
    <section>
      <h3>{t('alarmLog.messages')}</h3>
      {messages.length === 0 ? (
        <p className={styles.remark}>{t(late ? 'alarmLog.messages_late' : 'alarmLog.messages_none')}</p>
      ) : (
        <ul className={styles.messages}>
          {messages.map((message) => (
            <OneMessage key={message.message_id} message={message} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OneMessage({ message }: { message: Message }) {
  const t = useT();
  const language = useLanguage();
  const { channel, recipient, real_name, event, state, provider, error, next_at, alarms } = message;
  const isKept = state === 'sent' && provider === 'outbox' && channel !== 'in_app';
  const address = channel === 'webhook' || recipient === real_name ? '' : recipient;
  return (
    <li>
      <span className={styles.to}>
        <b>{real_name ?? (channel === 'webhook' ? t('messages.channel_webhook') : recipient)}</b>
        {real_name !== null && address && <small>{address}</small>}
      </span>
      <span>{t(`messages.channel_${channel}`)}</span>
      <span>
        {t(`alarmLog.told_${event}`)}
        {alarms > 1 && <small>{t('alarmLog.told_together', { count: alarms })}</small>}
      </span>
      <time>{showTime(message.sent_at ?? message.created_at, language)}</time>
      <span>
        <Status tone={isKept ? 'notice' : tones[state]}>
          {isKept ? t('alarmLog.told_kept') : t(`messages.state_${state}`)}
        </Status>
        {error && state !== 'sent' && <small className={styles.error}>{tellReason(t.tx, error)}</small>}
        {next_at && error && <small>{t('messages.next_at_said', { at: showTime(next_at, language) })}</small>}
      </span>
    </li>
  );
}
