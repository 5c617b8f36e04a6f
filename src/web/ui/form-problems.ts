import type { FormInstance } from 'antd';
import type { CallError } from '#web/api/call-error.ts';
import type { T } from '#web/i18n.ts';

/** Someone else saved the record after it was read. */
export function isConflict({ fault, detail }: CallError): boolean {
  return fault === 'update_failed' && detail === 'changed_meanwhile';
}

/** Puts the server's problems on their fields. One that no field shows is said aloud, so that none is lost. */
export function showProblems(
  t: T,
  form: FormInstance,
  keys: readonly string[],
  { fields }: CallError,
  say: (text: string) => void,
): void {
  const onFields = fields.filter(({ field }) => keys.includes(field));
  const [first] = onFields;
  form.setFields(
    onFields.map(({ field, problem, params }) => ({
      name: field,
      errors: [t.tx(`problems.${problem}`, params)],
    })),
  );
  if (first) form.getFieldInstance(first.field)?.focus?.();
  for (const { field, problem, params } of fields) {
    if (!keys.includes(field)) say(t.tx(`problems.${problem}`, params));
  }
}
