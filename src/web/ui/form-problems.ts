import type { FormInstance } from 'antd';
import { sayProblem } from '#shared/i18n/problem-words.ts';
import type { CallError } from '#web/api/call-error.ts';
import type { T } from '#web/i18n.ts';

/** Where the cursor goes when a form is not right: a long one may have its first problem out of sight. */
export const firstProblem = { focus: true, block: 'center' } as const;

/** Someone else saved the record after it was read. */
export function isConflict({ fault, detail }: CallError): boolean {
  return fault === 'update_failed' && detail === 'changed_meanwhile';
}

interface Said {
  value: unknown;
  text: string;
}

/** What the server said of a value, by field: a look at the field must not wipe it away while the value stands. */
const saidOf = new WeakMap<FormInstance, Map<string, Said>>();

/** Only the server knows whether it still holds, so the next save asks it anew. */
export function forgetProblems(form: FormInstance): void {
  saidOf.delete(form);
}

export function standingProblem(form: FormInstance, key: string, value: unknown): string | undefined {
  const said = saidOf.get(form)?.get(key);
  return said && said.value === value ? said.text : undefined;
}

/** Puts the server's problems on their fields. One that no field shows is said aloud, so that none is lost. */
export function showProblems(
  t: T,
  form: FormInstance,
  keys: readonly string[],
  { fields }: CallError,
  say: (text: string) => void,
): void {
  const said = new Map<string, Said>();
  for (const problem of fields) {
    const { field } = problem;
    const text = sayProblem(t.tx, problem);
    if (keys.includes(field)) said.set(field, { value: form.getFieldValue(field), text });
    else say(text);
  }
  saidOf.set(form, said);
  form.setFields([...said].map(([name, { text }]) => ({ name, errors: [text] })));
  const [first] = said.keys();
  if (first) form.scrollToField(first, firstProblem);
}
