import { Alert, Form, Radio } from 'antd';
import type { MaskedPassword } from '#shared/contract/packets/unregistered.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './packets.module.css';

/** Characters shown to distinguish passwords that look alike when masked. */
const MARK_SHOWN = 4;

const markOf = ({ mark }: MaskedPassword) => `#${mark.slice(0, MARK_SHOWN)}`;

interface PasswordChoiceProps {
  heard: readonly MaskedPassword[];
}

/** Selects the device's password among those received under an MN; several need a human decision. */
export function PasswordChoice({ heard }: PasswordChoiceProps) {
  const t = useT();
  const language = useLanguage();
  const without = heard.find(({ masked }) => masked === '');
  const said = ({ packets, last_at, remote }: MaskedPassword) => {
    const slots = { packets, time: showTime(last_at, language), remote };
    return remote === '' ? t('unregistered.pw_heard_nowhere', slots) : t('unregistered.pw_heard', slots);
  };
  return (
    <>
      {heard.length > 1 && (
        <Alert type="warning" showIcon className={styles.several} title={t('unregistered.pw_several')} />
      )}
      <Form.Item
        name="pw"
        label={t('unregistered.pw')}
        rules={[{ required: heard.length > 1, message: t('problems.pw_several'), validator: isChosen }]}
      >
        <Radio.Group className={styles.passwords}>
          {heard.map((one) =>
            one.masked === '' ? null : (
              <Radio key={one.mark} value={one.mark}>
                <code>{one.masked}</code> <span className={styles.mark}>{markOf(one)}</span>
                <small>{said(one)}</small>
              </Radio>
            ),
          )}
          <Radio value="">
            {t('unregistered.pw_unchecked')}
            <small>{t('unregistered.pw_unchecked_hint')}</small>
            {without && (
              <small>
                {t('unregistered.pw_without', {
                  packets: without.packets,
                  time: showTime(without.last_at, language),
                })}
              </small>
            )}
          </Radio>
        </Radio.Group>
      </Form.Item>
    </>
  );
}

/** An empty password is a valid choice: it is not checked. */
function isChosen(_rule: unknown, value: string | undefined): Promise<void> {
  return value === undefined ? Promise.reject(new Error()) : Promise.resolve();
}
