import { Alert, Button } from 'antd';
import { useState } from 'react';
import { alarmChannels } from '#shared/contract/alarms/recipients.ts';
import { alarmTelling } from '#shared/contract/alarms/telling.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { inbox, messages } from '#shared/contract/platform/messages.ts';
import { tellReason } from '#shared/send-reasons.ts';
import { CallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/useAction.ts';
import { type T, useT } from '#web/i18n.ts';
import styles from './telling.module.css';

interface Said {
  type: 'success' | 'info' | 'error';
  title: string;
}

/** Sends a sample alarm to the user on each channel and shows the result. */
export function ChannelTest() {
  const t = useT();
  const test = useAction(alarmTelling.test, { refresh: [messages.list, inbox.data] });
  const [said, setSaid] = useState<Said>();
  const send = async (channel: (typeof alarmChannels)[number]) => {
    setSaid(undefined);
    try {
      setSaid(saidOf(t, await test.run({ channel })));
    } catch (error) {
      const [problem] = error instanceof CallError ? error.fields : [];
      setSaid(problem && { type: 'error', title: t.tx(`problems.${problem.problem}`) });
    }
  };
  return (
    <>
      <p className={styles.soft}>{t('alarmTelling.test_hint')}</p>
      <div className={styles.tests}>
        {alarmChannels.map((channel) => (
          <Button key={channel} disabled={test.pending} onClick={() => void send(channel)}>
            {t(`alarmRoutes.channel_${channel}`)}
          </Button>
        ))}
      </div>
      {said && <Alert showIcon {...said} />}
    </>
  );
}

function saidOf(t: T, { sent, provider, recipient, error }: AnswerOf<typeof alarmTelling.test>): Said {
  if (!sent)
    return { type: 'error', title: t('alarmTelling.test_failed', { reason: tellReason(t.tx, error ?? '') }) };
  return provider === 'outbox'
    ? { type: 'info', title: t('alarmTelling.test_kept') }
    : { type: 'success', title: t('alarmTelling.test_sent', { to: recipient }) };
}
