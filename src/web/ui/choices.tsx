import { Select, type SelectProps, TreeSelect } from 'antd';
import type { Resource } from '#shared/contract/resource.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { ListCall } from './list-query.ts';
import { localName } from './local-name.ts';

type Value = string | number;
type Row = Record<string, unknown>;

/** Choices that are rows of another table. With `parent` they form a tree. */
export interface RowChoices {
  list: ListCall<Row>;
  id: string;
  label: string;
  parent?: string;
  query?: Record<string, unknown>;
  /** A row that shows where it is set already, but cannot be chosen. */
  unpickable?: Value;
}

/** Fixed values find their words by convention: `users.status_sealed`. */
export type Choices = readonly Value[] | RowChoices;

export function rowsOf<R>(
  { list, id }: Pick<Resource<R>, 'list' | 'id'>,
  label: keyof R & string,
  more: { parent?: keyof R & string; query?: Record<string, unknown>; unpickable?: Value } = {},
): RowChoices {
  return { list: list as unknown as ListCall<Row>, id, label, ...more };
}

interface ChoiceProps extends Pick<SelectProps, 'allowClear' | 'prefix' | 'placeholder' | 'className'> {
  /** The list or form that the words belong to. */
  name: string;
  field: string;
  choices: Choices;
  id?: string;
  value?: Value | null;
  onChange?(value: Value | undefined): void;
}

/** One of several: fixed values, rows of a table, or rows that form a tree. */
export function ChoiceSelect(props: ChoiceProps) {
  return isFixed(props.choices) ? (
    <FixedSelect {...props} choices={props.choices} />
  ) : (
    <RowSelect {...props} choices={props.choices} />
  );
}

function isFixed(choices: Choices): choices is readonly Value[] {
  return Array.isArray(choices);
}

function FixedSelect({ name, field, choices, value, ...rest }: ChoiceProps & { choices: readonly Value[] }) {
  const t = useT();
  return (
    <Select
      {...rest}
      aria-label={t.tx(`${name}.${field}`)}
      value={value ?? undefined}
      options={choices.map((choice) => ({ value: choice, label: t.tx(`${name}.${field}_${choice}`) }))}
      popupMatchSelectWidth={false}
    />
  );
}

// Names that a picker offers change rarely; a minute spares a request each time a form opens.
const staleMs = 60_000;

function RowSelect({ name, field, choices, value, ...rest }: ChoiceProps & { choices: RowChoices }) {
  const t = useT();
  const language = useLanguage();
  const { id, label, parent } = choices;
  const answer = useCall(choices.list, { page_size: 1000, ...choices.query }, { staleMs });
  const rows = answer.data?.data_info;
  const shared = {
    ...rest,
    'aria-label': t.tx(`${name}.${field}`),
    // Until the names are here, a bare number would mean nothing.
    value: rows && value !== null ? value : undefined,
    loading: answer.isPending,
    placeholder: answer.isError ? t('common.load_failed') : rest.placeholder,
    popupMatchSelectWidth: false,
  };
  const options = (rows ?? []).map((row) => ({
    id: row[id] as Value,
    value: row[id] as Value,
    pId: parent ? ((row[parent] ?? 0) as Value) : 0,
    label: localName(row, label, language),
    disabled: row[id] === choices.unpickable,
  }));
  if (parent) {
    return (
      <TreeSelect
        {...shared}
        treeDataSimpleMode
        treeData={options.map(({ label: title, ...option }) => ({ ...option, title }))}
        treeDefaultExpandAll
        showSearch={{ treeNodeFilterProp: 'title' }}
      />
    );
  }
  return (
    <Select
      {...shared}
      options={options.map(({ id: _id, pId: _parent, ...option }) => option)}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}
