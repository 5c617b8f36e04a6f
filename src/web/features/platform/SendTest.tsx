import { Alert, Button, Input, Space } from 'antd';
import { useState } from 'react';
import type { AnswerOf, SentOf } from '#shared/contract/define.ts';
import { messages } from '#shared/contract/platform/messages.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { tellReason } from '#shared/send-reasons.ts';
import { CallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/useAction.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import styles from './send-test.module.css';

interface SendTestProps {
  channel: SentOf<typeof platformConfig.test>['channel'];
  /** With unsaved changes the test would use other settings. */
  dirty: boolean;
}

/** Sends a test message with the saved settings and shows the provider's answer. */
export function SendTest({ channel, dirty }: SendTestProps) {
  const t = useT();
  const language = useLanguage();
  const test = useAction(platformConfig.test, { refresh: [messages.list] });
  const [to, setTo] = useState('');
  const [said, setSaid] = useState<Said>();

  const send = async () => {
    try {
      setSaid(saidOf(t, await test.run({ channel, to, language })));
    } catch (error) {
      const [problem] = error instanceof CallError ? error.fields : [];
      setSaid(problem && { type: 'error', title: t.tx(`problems.${problem.problem}`) });
    }
  };
  return (
    <>
      <Space wrap>
        {channel !== 'webhook' && (
          <Input
            className={styles.to}
            value={to}
            aria-label={t(`platformConfig.test_to_${channel}`)}
            placeholder={t(`platformConfig.test_to_${channel}`)}
            onChange={({ target }) => setTo(target.value)}
            // Prevents Enter from submitting the surrounding form.
            onPressEnter={(event) => event.preventDefault()}
          />
        )}
        <Button disabled={dirty} loading={test.pending} onClick={() => void send()}>
          {t('platformConfig.test')}
        </Button>
        {dirty && <span>{t('platformConfig.test_save_first')}</span>}
      </Space>
      {said && !dirty && <Alert showIcon {...said} />}
    </>
  );
}

interface Said {
  type: 'success' | 'info' | 'error';
  title: string;
}

function saidOf(t: T, { sent, provider, error }: AnswerOf<typeof platformConfig.test>): Said {
  if (!sent)
    return {
      type: 'error',
      title: t('platformConfig.test_failed', { reason: tellReason(t.tx, error ?? '') }),
    };
  return provider === 'outbox'
    ? { type: 'info', title: t('platformConfig.test_kept') }
    : { type: 'success', title: t('platformConfig.test_sent') };
}
