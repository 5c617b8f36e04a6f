import { useState } from 'react';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { send } from '#web/api/client.ts';
import { deviceToken, keepDeviceToken } from '#web/api/device.ts';
import { useT } from '#web/i18n.ts';
import { MobileAndCode, NewPassword } from './CodeAndPassword.tsx';
import { againProblem, codeProblem, mobileProblem, only, passwordProblem } from './checks.ts';
import { FormDone, FormFrame, FormLink } from './FormFrame.tsx';
import { useForm } from './useForm.ts';

export function FindPasswordForm() {
  const t = useT();
  const [found, setFound] = useState(false);
  const form = useForm({
    start: { mobile: '', code: '', password: '', password_again: '' },
    check: ({ mobile, code, password, password_again }) =>
      only({
        mobile: mobileProblem(mobile),
        code: codeProblem(code),
        password: passwordProblem(password, 'login.new_password_required'),
        password_again: againProblem(password_again, password),
      }),
    send: async (values) => {
      const { device_token } = await send(signIn.findPassword, { ...values, device_token: deviceToken() });
      keepDeviceToken(device_token);
      setFound(true);
    },
  });
  const back = <FormLink to="login">{t('login.to_login')}</FormLink>;

  if (found) return <FormDone title={t('login.found')} hint={t('login.found_hint')} links={back} />;
  return (
    <FormFrame
      title={t('login.find_title')}
      hint={t('login.find_hint')}
      failure={form.failure}
      busy={form.busy}
      submit={form.busy ? t('login.finding') : t('login.find_submit')}
      onSubmit={form.onSubmit}
      links={back}
    >
      <MobileAndCode form={form} purpose="password" />
      <NewPassword
        fields={{ password: form.field('password'), again: form.field('password_again') }}
        label={t('login.new_password')}
      />
    </FormFrame>
  );
}
