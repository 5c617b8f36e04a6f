import type { WordKey } from '#shared/i18n/index.ts';
import { usePasswordRule } from '#web/api/face.ts';
import { useT } from '#web/i18n.ts';
import { CodeField } from './CodeField.tsx';
import { mobileProblem } from './checks.ts';
import { Field, PasswordField } from './Field.tsx';
import type { FormField } from './useForm.ts';

/** The parts of the surrounding form that these fields use. */
interface Form<Name extends string> {
  values: Record<Name, string>;
  field(name: Name): FormField;
  complain(name: Name, key: WordKey): void;
  fail(error: unknown): void;
}

interface MobileAndCodeProps {
  form: Form<'mobile' | 'code'>;
  purpose: 'register' | 'password';
}

/** Mobile number and the SMS code sent to it. */
export function MobileAndCode({ form, purpose }: MobileAndCodeProps) {
  const t = useT();
  const { mobile } = form.values;
  return (
    <>
      <Field
        field={form.field('mobile')}
        label={t('login.mobile')}
        required
        input={{ inputMode: 'tel', autoComplete: 'tel', maxLength: 11, autoFocus: true }}
      />
      <CodeField
        field={form.field('code')}
        mobile={mobile}
        purpose={purpose}
        checkMobile={() => {
          const problem = mobileProblem(mobile);
          if (problem) form.complain('mobile', problem);
          return !problem;
        }}
        onFailure={form.fail}
      />
    </>
  );
}

interface NewPasswordProps {
  fields: { password: FormField; again: FormField };
  label: string;
}

/** New password with repetition. */
export function NewPassword({ fields: { password, again }, label }: NewPasswordProps) {
  const t = useT();
  const rule = usePasswordRule();
  return (
    <>
      <PasswordField field={password} label={label} autoComplete="new-password" hint={rule} required />
      <PasswordField field={again} label={t('login.password_again')} autoComplete="new-password" required />
    </>
  );
}
