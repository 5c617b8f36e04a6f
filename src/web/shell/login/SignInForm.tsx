import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { endedReason, isEnding } from '#web/api/expiry.ts';
import { useFace } from '#web/api/face.ts';
import { signedIn } from '#web/api/session.ts';
import { useT } from '#web/i18n.ts';
import { shellChunk } from '#web/shell/shell-chunk.ts';
import { only } from './checks.ts';
import { Field, PasswordField } from './Field.tsx';
import { FormFrame, FormLink } from './FormFrame.tsx';
import { redirectTarget } from './redirect-target.ts';
import { ProvingSignIn } from './sign-in-with-proof.ts';
import { useForm } from './useForm.ts';

export function SignInForm() {
  const t = useT();
  const face = useFace();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const ended = search.get('ended') ?? endedReason();
  const [verifying, setVerifying] = useState(false);
  const [proving] = useState(() => new ProvingSignIn());
  const form = useForm({
    start: { account: '', password: '' },
    check: ({ account, password }) =>
      only({
        account: account.trim() === '' ? 'login.account_required' : undefined,
        password: password === '' ? 'login.password_required' : undefined,
      }),
    send: async ({ account, password }) => {
      const info = await proving.run({ account: account.trim(), password }, setVerifying);
      // The button stays busy until the shell is loaded; the shell's error boundary shows a failure.
      await shellChunk.load().catch(() => undefined);
      signedIn(info);
      await navigate(redirectTarget(search.get('redirect')), { replace: true });
    },
  });

  return (
    <FormFrame
      title={t('login.welcome')}
      hint={t('login.welcome_hint')}
      note={isEnding(ended) ? t.tx(`details.${ended}`) : undefined}
      failure={form.failure}
      busy={form.busy}
      submit={submitLabel()}
      onSubmit={form.onSubmit}
      links={
        <>
          {face?.register && <FormLink to="register">{t('login.to_register')}</FormLink>}
          {face?.find_password && <FormLink to="password">{t('login.to_password')}</FormLink>}
          {face && !face.find_password && <span>{t('login.ask_administrator')}</span>}
        </>
      }
    >
      <Field
        field={form.field('account')}
        label={t('login.account')}
        input={{ autoComplete: 'username', maxLength: 64, autoFocus: true, autoCapitalize: 'none' }}
      />
      <PasswordField
        field={form.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
      />
    </FormFrame>
  );

  function submitLabel(): string {
    if (verifying) return t('login.verifying');
    return form.busy ? t('login.signing_in') : t('common.sign_in');
  }
}
