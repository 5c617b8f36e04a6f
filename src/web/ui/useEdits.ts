import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { changedFields, type Difference, mergeEdits } from './form-conflict.ts';
import type { Values } from './form-field.ts';

export interface Edits {
  form: FormInstance<Values>;
  /** The record as last read: what edits are measured against, and whose version they claim. */
  base: Values;
  dirty: boolean;
  /** Set after someone else saved first: what they changed. */
  differences: readonly Difference[] | undefined;
  typed(): Values;
  changes(): Values;
  /** To be told of every change in the form. */
  changed(): void;
  /** Starts again from a record, without what was typed. */
  restart(fresh: Values): void;
  /** Someone else saved first: takes their record as the new ground and keeps what was typed. */
  merge(fresh: Values): void;
  /** Takes the other's value for a field. */
  take(difference: Difference): void;
}

/** A form over a record that others may be editing too. `clean` says what an input's value stands for. */
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
    // What is written and never read back is in no record, and does not stay in its field.
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
