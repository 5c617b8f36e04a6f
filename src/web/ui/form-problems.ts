import type { FormInstance } from 'antd';
import { sayProblem } from '#shared/i18n/problem-words.ts';
import type { CallError } from '#web/api/call-error.ts';
import type { T } from '#web/i18n.ts';

/**
 * Scrolls to and focuses the first problem, which may be out of view in a long form. Always: `if-needed` takes a field
 * behind the fixed buttons for visible.
 */
export const firstProblem = { focus: true, block: 'center', scrollMode: 'always' } as const;

/** Optimistic locking: somebody else saved the record after it was read. */
export function isConflict({ fault, detail }: CallError): boolean {
  return fault === 'update_failed' && detail === 'changed_meanwhile';
}

interface Said {
  value: unknown;
  text: string;
}

/** Server-side problems by field: validation on blur must not clear them while the value is unchanged. */
const saidOf = new WeakMap<FormInstance, Map<string, Said>>();

/** Only the server can tell whether a problem persists, so the next save asks it again. */
export function forgetProblems(form: FormInstance): void {
  saidOf.delete(form);
}

export function standingProblem(form: FormInstance, key: string, value: unknown): string | undefined {
  const said = saidOf.get(form)?.get(key);
  return said && said.value === value ? said.text : undefined;
}

/** Shows the server's problems at their fields; those without a field go to `say`. */
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
