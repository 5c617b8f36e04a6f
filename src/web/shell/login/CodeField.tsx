import { useState } from 'react';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';
import { send } from '#web/api/client.ts';
import { useToast } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';
import { useCodeWait, waitForCode } from './code-wait.ts';
import { Field } from './Field.tsx';
import styles from './form.module.css';
import { withProof } from './proving.ts';
import type { FormField } from './useForm.ts';

interface CodeFieldProps {
  field: FormField;
  mobile: string;
  purpose: 'register' | 'password';
  /** Shows a problem with the number; returns whether a code may be sent. */
  checkMobile(): boolean;
  onFailure(error: unknown): void;
}

/** SMS code input with a button that requests a code. */
export function CodeField({ field, mobile, purpose, checkMobile, onFailure }: CodeFieldProps) {
  const t = useT();
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const number = mobile.trim();
  const wait = useCodeWait(number);

  async function ask() {
    onFailure(undefined);
    if (!checkMobile()) return;
    setSending(true);
    try {
      const { wait_seconds } = await withProof((proof) =>
        send(signIn.sendCode, { mobile: number, purpose, proof }),
      );
      waitForCode(number, wait_seconds);
      toast.success(t('login.code_sent'));
    } catch (error) {
      const seconds = error instanceof CallError ? Number(error.params.seconds) : Number.NaN;
      if (seconds > 0) waitForCode(number, seconds);
      onFailure(error);
    } finally {
      setSending(false);
    }
  }

  return (
    <Field
      field={field}
      label={t('login.code')}
      required
      input={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6 }}
      end={
        <button
          type="button"
          className={styles.code}
          disabled={sending || wait > 0}
          onClick={() => void ask()}
        >
          {codeLabel()}
        </button>
      }
    />
  );

  function codeLabel(): string {
    if (sending) return t('login.getting_code');
    return wait > 0 ? t('login.code_wait', { seconds: wait }) : t('login.get_code');
  }
}
