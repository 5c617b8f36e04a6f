import { useState } from 'react';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { send } from '#web/api/client.ts';
import { useT } from '#web/i18n.ts';
import { MobileAndCode, NewPassword } from './CodeAndPassword.tsx';
import { againProblem, codeProblem, mobileProblem, only, passwordProblem } from './checks.ts';
import { Field } from './Field.tsx';
import { FormDone, FormFrame, FormLink } from './FormFrame.tsx';
import { useForm } from './useForm.ts';

export function RegisterForm() {
  const t = useT();
  const [outcome, setOutcome] = useState<'ready' | 'waiting'>();
  const form = useForm({
    start: { mobile: '', code: '', real_name: '', password: '', password_again: '' },
    check: ({ mobile, code, real_name, password, password_again }) =>
      only({
        mobile: mobileProblem(mobile),
        code: codeProblem(code),
        real_name: real_name.trim() === '' ? 'login.real_name_required' : undefined,
        password: passwordProblem(password, 'login.password_required'),
        password_again: againProblem(password_again, password),
      }),
    send: async (values) => {
      const { awaiting_approval } = await send(signIn.register, values);
      setOutcome(awaiting_approval ? 'waiting' : 'ready');
    },
  });
  const back = <FormLink to="login">{t('login.to_login')}</FormLink>;

  if (outcome) {
    const waiting = outcome === 'waiting';
    return (
      <FormDone
        title={waiting ? t('login.registered_wait') : t('login.registered')}
        hint={waiting ? t('login.registered_wait_hint') : t('login.registered_hint')}
        links={back}
      />
    );
  }
  return (
    <FormFrame
      title={t('login.register_title')}
      hint={t('login.register_hint')}
      failure={form.failure}
      busy={form.busy}
      submit={form.busy ? t('login.registering') : t('login.register_submit')}
      onSubmit={form.onSubmit}
      links={back}
    >
      <MobileAndCode form={form} purpose="register" />
      <Field
        field={form.field('real_name')}
        label={t('login.real_name')}
        required
        input={{ autoComplete: 'name', maxLength: 50 }}
      />
      <NewPassword
        fields={{ password: form.field('password'), again: form.field('password_again') }}
        label={t('login.password')}
      />
    </FormFrame>
  );
}
