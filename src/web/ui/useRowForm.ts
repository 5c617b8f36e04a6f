import type * as z from 'zod';
import type { Resource } from '#shared/contract/resource.ts';
import { CallError } from '#web/api/call-error.ts';
import { send } from '#web/api/client.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { cleaned, type Field, type FieldSpec, schemasOf, type Values } from './form-field.ts';
import { isConflict, showProblems } from './form-problems.ts';
import { type Edits, useEdits } from './useEdits.ts';

export type Writable<Row> = Pick<Resource<Row>, 'name' | 'id' | 'kinds' | 'list' | 'add' | 'edit'>;

export interface RowForm extends Edits {
  fields: readonly Field[];
  schemas: Readonly<Record<string, z.ZodType>>;
  pending: boolean;
  submit(): Promise<void>;
}

/** Form state for adding or editing one row: fields, submit and conflicts. */
export function useRowForm<Row extends object>(
  resource: Writable<Row>,
  specs: readonly FieldSpec[],
  row: Row | undefined,
  start: Values,
  onSaved: () => void,
): RowForm {
  const t = useT();
  const toast = useToast();
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
  // Write-only fields start empty and are sent only if filled in.
  const asRead = (read: object): Values => ({
    ...Object.fromEntries(keys.map((key) => [key, cleaned(schemas[key], undefined)])),
    ...read,
  });
  const edits = useEdits(keys, row ? asRead(row) : { ...defaultsOf(keys, schemas), ...start }, (key, value) =>
    cleaned(schemas[key], value),
  );

  const save = async () => {
    if (!row) return add.run(edits.typed());
    const changes = edits.changes();
    if (Object.keys(changes).length === 0) return;
    const { [resource.id]: id, version } = edits.base;
    await edit.run({ [resource.id]: id, version, ...changes });
  };
  const compare = async () => {
    const id = edits.base[resource.id];
    const { data_info } = await send(resource.list, { [resource.id]: id });
    const [fresh] = data_info;
    if (fresh) edits.merge(asRead(fresh));
    else toast.error(t('lists.conflict_gone'));
  };
  return {
    ...edits,
    fields,
    schemas,
    pending: add.pending || edit.pending,
    submit: async () => {
      try {
        await save();
        onSaved();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (isConflict(error)) await compare();
        else showProblems(t, edits.form, keys, error, toast.error);
      }
    },
  };
}

function defaultsOf(keys: readonly string[], schemas: Readonly<Record<string, z.ZodType>>): Values {
  return Object.fromEntries(
    keys.map((key) => {
      const parsed = schemas[key]?.safeParse(undefined);
      return [key, parsed?.success ? parsed.data : undefined];
    }),
  );
}
