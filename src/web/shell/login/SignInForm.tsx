import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Challenge, signIn } from '#shared/contract/sign-in.ts';
import { CallError } from '#web/api/call-error.ts';
import { send } from '#web/api/client.ts';
import { signedIn, type UserInfo } from '#web/api/session.ts';
import { useT } from '#web/i18n.ts';
import { only } from './checks.ts';
import { Field, PasswordField } from './Field.tsx';
import { FormFrame, FormLink } from './FormFrame.tsx';
import { redirectTarget } from './redirect-target.ts';
import { useForm } from './useForm.ts';

export function SignInForm() {
  const t = useT();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [verifying, setVerifying] = useState(false);
  const form = useForm({
    start: { account: '', password: '' },
    check: ({ account, password }) =>
      only({
        account: account.trim() === '' ? 'login.account_required' : undefined,
        password: password === '' ? 'login.password_required' : undefined,
      }),
    send: async ({ account, password }) => {
      const info = await signInWithProof({ account: account.trim(), password }, setVerifying);
      signedIn(info);
      await navigate(redirectTarget(search.get('redirect')), { replace: true });
    },
  });

  return (
    <FormFrame
      title={t('login.welcome')}
      hint={t('login.welcome_hint')}
      failure={form.failure}
      busy={form.busy}
      submit={submitLabel()}
      onSubmit={form.onSubmit}
      links={
        <>
          <FormLink to="register">{t('login.to_register')}</FormLink>
          <FormLink to="password">{t('login.to_password')}</FormLink>
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

interface Credentials {
  account: string;
  password: string;
}

/** Signs in, and does the work that the server asks for after several wrong passwords. */
async function signInWithProof(
  credentials: Credentials,
  onVerifying: (on: boolean) => void,
): Promise<UserInfo> {
  try {
    return await send(signIn.login, credentials);
  } catch (error) {
    const challenge = challengeOf(error);
    if (!challenge) throw error;
    onVerifying(true);
    const { prove } = await import('./proof.ts');
    const proof = await prove(challenge);
    return await send(signIn.login, { ...credentials, proof });
  } finally {
    onVerifying(false);
  }
}

function challengeOf(error: unknown): Challenge | undefined {
  if (!(error instanceof CallError) || error.fault !== 'code_required') return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'seed' in data ? (data as Challenge) : undefined;
}
