import type { FormEvent, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import styles from './form.module.css';
import { DoneIcon } from './icons.tsx';

interface FormFrameProps {
  title: string;
  hint: string;
  /** Text above the fields, such as why the session ended. */
  note?: string;
  failure: string;
  busy: boolean;
  submit: string;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
  links: ReactNode;
}

/** Shared frame of all sign-in forms. */
export function FormFrame(props: FormFrameProps) {
  const { title, hint, note, failure, busy, submit, onSubmit, children, links } = props;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{hint}</p>
      {note && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      {children}
      <div role="alert" className={failure ? styles.failure : undefined}>
        {failure}
      </div>
      <button type="submit" className={styles.submit} aria-disabled={busy}>
        {busy ? <span className={styles.spinner} aria-hidden="true" /> : null}
        {submit}
      </button>
      <div className={styles.links}>{links}</div>
    </form>
  );
}

export function FormDone({ title, hint, links }: { title: string; hint: string; links: ReactNode }) {
  return (
    <div className={styles.form} role="status">
      <p className={styles.doneMark}>
        <DoneIcon />
      </p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{hint}</p>
      <div className={styles.links}>{links}</div>
    </div>
  );
}

export type FormName = 'login' | 'register' | 'password';

/** Link to another of the forms; keeps the redirect target. */
export function FormLink({ to, children }: { to: FormName; children: ReactNode }) {
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  if (to === 'login') next.delete('form');
  else next.set('form', to);
  return (
    <Link className={styles.link} to={{ search: next.toString() }}>
      {children}
    </Link>
  );
}
