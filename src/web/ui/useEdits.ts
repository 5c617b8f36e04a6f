import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { changedFields, type Difference, mergeEdits } from './form-conflict.ts';
import type { Values } from './form-field.ts';

export interface Edits {
  form: FormInstance<Values>;
  /** The record as last read: base of the changes and of the version check. */
  base: Values;
  dirty: boolean;
  /** Set after an edit conflict: fields that somebody else changed. */
  differences: readonly Difference[] | undefined;
  typed(): Values;
  changes(): Values;
  /** Call on every change of the form. */
  changed(): void;
  /** Resets the form to a record, discarding input. */
  restart(fresh: Values): void;
  /** After an edit conflict: rebases the user's input onto the newer record. */
  merge(fresh: Values): void;
  /** Takes the other's value of a field. */
  take(difference: Difference): void;
}

/** Form state over a record that others may edit too. `clean` normalises input values. */
export function useEdits(
  keys: readonly string[],
  read: Values,
  clean: (key: string, value: unknown) => unknown = (_key, value) => value,
): Edits {
  const [form] = Form.useForm<Values>();
  const [base, setBase] = useState(read);
  const [dirty, setDirty] = useState(false);
  const [differences, setDifferences] = useState<Difference[]>();

  const typed = (): Values => {
    const values: Values = form.getFieldsValue(true);
    return Object.fromEntries(keys.map((key) => [key, clean(key, values[key])]));
  };
  const measure = (against: Values) =>
    setDirty(Object.keys(changedFields(keys, against, typed())).length > 0);
  const show = (ground: Values, values: Values, found: Difference[] | undefined) => {
    setBase(ground);
    setDifferences(found);
    // Write-only fields are in no record, so they are cleared.
    form.setFieldsValue({ ...Object.fromEntries(keys.map((key) => [key, undefined])), ...values });
    measure(ground);
  };
  return {
    form,
    base,
    dirty,
    differences,
    typed,
    changes: () => changedFields(keys, base, typed()),
    changed: () => measure(base),
    restart: (fresh) => show(fresh, fresh, undefined),
    merge: (fresh) => {
      const merged = mergeEdits(keys, base, fresh, typed());
      show(fresh, merged.values, merged.differences);
    },
    take: ({ key, theirs }) => {
      form.setFieldsValue({ [key]: theirs });
      setDifferences((all) => all?.map(({ mine, ...one }) => (one.key === key ? one : { ...one, mine })));
      measure(base);
    },
  };
}
