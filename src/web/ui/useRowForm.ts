import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import type * as z from 'zod';
import type { Resource } from '#shared/contract/resource.ts';
import { CallError } from '#web/api/call-error.ts';
import { send } from '#web/api/client.ts';
import { useNotice } from '#web/api/notices.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { changedFields, type Difference, mergeEdits } from './form-conflict.ts';
import { cleaned, type Field, type FieldSpec, schemasOf, type Values } from './form-field.ts';
import { showProblems } from './form-problems.ts';

export type Writable<Row> = Pick<Resource<Row>, 'name' | 'id' | 'list' | 'add' | 'edit'>;

export interface RowForm {
  form: FormInstance<Values>;
  fields: readonly Field[];
  schemas: Readonly<Record<string, z.ZodType>>;
  initial: Values;
  dirty: boolean;
  pending: boolean;
  /** Set after someone else saved first: what they changed. */
  differences: readonly Difference[] | undefined;
  /** Takes the other's value for a field. */
  take(difference: Difference): void;
  changed(): void;
  submit(): Promise<void>;
}

/** Adding or editing one row: what is offered, what was changed, what is sent, and what to do when it is refused. */
export function useRowForm<Row extends object>(
  resource: Writable<Row>,
  specs: readonly FieldSpec[],
  row: Row | undefined,
  onSaved: () => void,
): RowForm {
  const t = useT();
  const notice = useNotice();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  /** The row as last read: what edits are measured against, and whose version they claim. */
  const [base, setBase] = useState(row as Values | undefined);
  const [differences, setDifferences] = useState<Difference[]>();
  const add = useAction(resource.add, { refresh: [resource.list], done: 'common.added' });
  const edit = useAction(resource.edit, {
    refresh: [resource.list],
    done: 'common.saved',
    shows: isConflict,
  });

  const schemas = schemasOf(resource.add);
  const offered = row ? schemasOf(resource.edit) : schemas;
  const fields = specs
    .map((spec): Field => (typeof spec === 'string' ? { key: spec } : spec))
    .filter(({ key }) => key in offered);
  const keys = fields.map(({ key }) => key);
  const [initial] = useState(() => base ?? defaultsOf(keys, schemas));

  const typed = (): Values => {
    const values: Values = form.getFieldsValue(true);
    return Object.fromEntries(keys.map((key) => [key, cleaned(schemas[key], values[key])]));
  };
  const measure = (against: Values) =>
    setDirty(Object.keys(changedFields(keys, against, typed())).length > 0);

  const save = async () => {
    if (!base) return add.run(typed());
    const changes = changedFields(keys, base, typed());
    if (Object.keys(changes).length === 0) return;
    await edit.run({ [resource.id]: base[resource.id], version: base.version, ...changes });
  };

  const compare = async (opened: Values) => {
    const id = opened[resource.id];
    const answer = await send(resource.list, { [resource.id]: id, page_size: 1000 });
    const fresh = answer.data_info.find((one) => one[resource.id] === id) as Values | undefined;
    if (!fresh) return notice.error(t('lists.conflict_gone'));
    const merged = mergeEdits(keys, opened, fresh, typed());
    setDifferences(merged.differences);
    setBase(fresh);
    form.setFieldsValue(merged.values);
    measure(fresh);
  };

  return {
    form,
    fields,
    schemas,
    initial,
    dirty,
    pending: add.pending || edit.pending,
    differences,
    take: ({ key, theirs }) => {
      form.setFieldsValue({ [key]: theirs });
      setDifferences((all) => all?.map(({ mine, ...one }) => (one.key === key ? one : { ...one, mine })));
      if (base) measure(base);
    },
    changed: () => measure(base ?? initial),
    submit: async () => {
      try {
        await save();
        setDirty(false);
        onSaved();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (base && isConflict(error)) await compare(base);
        else showProblems(t, form, keys, error, notice.error);
      }
    },
  };
}

export function isConflict({ fault, detail }: CallError): boolean {
  return fault === 'update_failed' && detail === 'changed_meanwhile';
}

function defaultsOf(keys: readonly string[], schemas: Readonly<Record<string, z.ZodType>>): Values {
  return Object.fromEntries(
    keys.map((key) => {
      const parsed = schemas[key]?.safeParse(undefined);
      return [key, parsed?.success ? parsed.data : undefined];
    }),
  );
}
