import { Link, useNavigate, useSearchParams } from 'react-router';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { send } from '#web/api/client.ts';
import { signedIn, signedOut, type UserInfo } from '#web/api/session.ts';
import { useT } from '#web/i18n.ts';
import { signOutPath } from '#web/shell/sign-out.ts';
import { NewPassword } from './CodeAndPassword.tsx';
import { againProblem, only, passwordProblem } from './checks.ts';
import { PasswordField } from './Field.tsx';
import { FormFrame } from './FormFrame.tsx';
import styles from './form.module.css';
import { redirectTarget } from './redirect-target.ts';
import { ProvingSignIn } from './sign-in-with-proof.ts';
import { useForm } from './useForm.ts';

/** Forces a change of the initial password. */
export function FirstPasswordForm({ user: { account } }: Pick<UserInfo, 'user'>) {
  const t = useT();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useForm({
    start: { old_password: '', new_password: '', new_password_again: '' },
    check: ({ old_password, new_password, new_password_again }) =>
      only({
        old_password: old_password === '' ? 'login.password_required' : undefined,
        new_password: passwordProblem(new_password, 'login.new_password_required'),
        new_password_again: againProblem(new_password_again, new_password),
      }),
    send: async (values) => {
      await send(signIn.changePassword, values);
      // A new password ends every session: signs in again with it.
      const info = await new ProvingSignIn()
        .run({ account, password: values.new_password }, () => undefined)
        .catch(() => undefined);
      if (!info) return signedOut();
      signedIn(info);
      await navigate(redirectTarget(search.get('redirect')), { replace: true });
    },
  });
  return (
    <FormFrame
      title={t('login.first_title')}
      hint={t('login.first_hint', { account })}
      failure={form.failure}
      busy={form.busy}
      submit={form.busy ? t('login.finding') : t('login.find_submit')}
      onSubmit={form.onSubmit}
      links={
        <Link className={styles.link} to={signOutPath()}>
          {t('common.sign_out')}
        </Link>
      }
    >
      <PasswordField
        field={form.field('old_password')}
        label={t('login.first_password')}
        autoComplete="current-password"
        required
      />
      <NewPassword
        fields={{ password: form.field('new_password'), again: form.field('new_password_again') }}
        label={t('login.new_password')}
      />
    </FormFrame>
  );
}
