import { Alert, Button, Form, Input, Typography } from 'antd';
import { useState } from 'react';
import type { AnswerOf, SentOf } from '#shared/contract/define.ts';
import { softwareKeyActions } from '#shared/contract/learning/software-keys.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './software-keys.module.css';

type Verified = AnswerOf<typeof softwareKeyActions.verify>;
type Asked = SentOf<typeof softwareKeyActions.verify>;

const numbers = ['dc', 'ckb', 'pw1', 'pw2'] as const;
const kinds = {
  valid: 'success',
  expired: 'warning',
  revoked: 'error',
  unknown: 'warning',
  forged: 'error',
} as const;

/** Verifies whether a key is genuine and valid. */
export function KeyVerify() {
  const t = useT();
  const [form] = Form.useForm<Asked>();
  const [verified, setVerified] = useState<Verified>();
  const verifying = useAction(softwareKeyActions.verify);
  const public_key = useCall(softwareKeyActions.publicKey, {}).data?.public_key;
  const submit = async (asked: Asked) => setVerified(await verifying.run(asked));
  return (
    <div className={styles.verify}>
      <Form
        form={form}
        layout="vertical"
        onFinish={(asked) => void submit(asked).catch(() => undefined)}
        onValuesChange={() => setVerified(undefined)}
      >
        <Form.Item
          name="key_text"
          label={t('softwareKeys.key_text')}
          extra={t('softwareKeys.verify_hint')}
          rules={[{ required: true, whitespace: true, message: t('problems.required') }]}
        >
          <Input.TextArea className={styles.key} maxLength={400} autoSize={{ minRows: 3, maxRows: 6 }} />
        </Form.Item>
        <fieldset className={styles.numbers}>
          <legend>{t('softwareKeys.verify_numbers')}</legend>
          {numbers.map((field) => (
            <Form.Item key={field} name={field} label={t(`softwareKeys.${field}`)}>
              <Input inputMode="numeric" maxLength={20} autoComplete="off" />
            </Form.Item>
          ))}
        </fieldset>
        <Button type="primary" htmlType="submit" loading={verifying.pending}>
          {t('softwareKeys.verify')}
        </Button>
      </Form>
      {verified && <Result verified={verified} />}
      {public_key && (
        <section>
          <h3>{t('softwareKeys.public_key')}</h3>
          <p>{t('softwareKeys.public_hint')}</p>
          <Typography.Paragraph className={styles.key} copyable={{ text: public_key }}>
            {public_key}
          </Typography.Paragraph>
        </section>
      )}
    </div>
  );
}

function Result({ verified }: { verified: Verified }) {
  const t = useT();
  const language = useLanguage();
  const facts = [
    verified.dc && `${t('softwareKeys.dc')} ${verified.dc}`,
    verified.issued_at && `${t('softwareKeys.issued_at')} ${showTime(verified.issued_at, language)}`,
    verified.expires_at && `${t('softwareKeys.expires_at')} ${showTime(verified.expires_at, language)}`,
    verified.revoke_reason && t('softwareKeys.revoked_because', { reason: verified.revoke_reason }),
    verified.matches !== null && t(`softwareKeys.matches_${verified.matches}`),
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <Alert
      showIcon
      type={verified.matches === false ? 'error' : kinds[verified.verdict]}
      title={t(`softwareKeys.verdict_${verified.verdict}`)}
      description={facts.join(' · ')}
    />
  );
}
