import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useT } from '#web/i18n.ts';
import styles from './form.module.css';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import type { FormField } from './useForm.ts';

interface FieldProps {
  field: FormField;
  label: string;
  hint?: string;
  required?: boolean;
  /** Control at the end of the input, such as show/hide or get code. */
  end?: ReactNode;
  input?: ComponentProps<'input'>;
}

/** Labelled input with its error message. */
export function Field({ field, label, hint, required, end, input }: FieldProps) {
  const id = useId();
  const said = field.problem || hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id} data-required={required}>
        {label}
      </label>
      <div className={styles.box} data-wrong={field.problem !== ''}>
        <input
          {...input}
          id={id}
          name={field.name}
          value={field.value}
          readOnly={field.disabled}
          className={styles.input}
          aria-required={required}
          aria-invalid={field.problem !== ''}
          aria-describedby={said ? `${id}-said` : undefined}
          onChange={(event) => field.onChange(event.target.value)}
        />
        {end}
      </div>
      <p
        id={`${id}-said`}
        className={field.problem ? styles.problem : styles.hint}
        role={field.problem ? 'alert' : undefined}
      >
        {said}
      </p>
    </div>
  );
}

interface PasswordFieldProps {
  field: FormField;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  required?: boolean;
}

export function PasswordField({ field, label, autoComplete, hint, required }: PasswordFieldProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field
      field={field}
      label={label}
      hint={capsLock ? t('login.caps_lock') : hint}
      required={required}
      input={{
        type: shown ? 'text' : 'password',
        autoComplete,
        maxLength: 128,
        onKeyDown: watchCapsLock,
        onKeyUp: watchCapsLock,
        onBlur: () => setCapsLock(false),
      }}
      end={
        <button
          type="button"
          className={styles.eye}
          aria-label={shown ? t('login.hide_password') : t('login.show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  );
}
