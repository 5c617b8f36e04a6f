import { PlusOutlined } from '@ant-design/icons';
import { Button, Select, type SelectProps } from 'antd';
import { type ComponentType, useRef } from 'react';
import { Link } from 'react-router';
import type { Call, ListAnswer } from '#shared/contract/define.ts';
import { explain, isDenied } from '#web/api/explain.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import type { ListCall } from './list-query.ts';
import { localName } from './local-name.ts';
import { searchedByLabel } from './searched.ts';
import { useOpened } from './useOpened.tsx';

type Value = string | number;
type Row = Record<string, unknown>;

/** Props of a form that creates a row. */
export interface Made {
  /** What the user searched for in vain: the likely name. */
  searched: string;
  onMade(id: number): void;
  onClosed(): void;
}

/** Choices from the rows of another table. */
export interface RowChoices {
  list: ListCall<Row>;
  id: string;
  label: string;
  query?: Record<string, unknown>;
  /** Page where the first row can be created if there is none, with the permission for it. */
  madeAt?: { path: string; needs: string };
  /** Form to create a row, opened over the current form; `what` is its word. */
  make?: { needs: string; what: string; Form: ComponentType<Made> };
  /** Value that is shown if already set but cannot be selected. */
  unpickable?: Value;
}

/** Words of fixed values follow the convention `users.status_sealed`. */
export type Choices = readonly Value[] | RowChoices;

export function rowsOf<R>(
  { list, id }: { list: Pick<Call<unknown, unknown, ListAnswer<R>>, 'output'>; id: keyof R & string },
  label: keyof R & string,
  more: Pick<RowChoices, 'query' | 'madeAt' | 'unpickable'> = {},
): RowChoices {
  return { list: list as unknown as ListCall<Row>, id, label, ...more };
}

export interface ChoiceProps
  extends Pick<SelectProps, 'allowClear' | 'prefix' | 'placeholder' | 'className' | 'disabled'> {
  /** List or form whose words are used. */
  name: string;
  field: string;
  choices: Choices;
  /** Words of fixed values that do not follow the convention. */
  wordOf?: ((value: string) => string) | undefined;
  id?: string;
  value?: Value | null;
  onChange?(value: Value | undefined): void;
}

/** Select of fixed values or table rows. */
export function ChoiceSelect(props: ChoiceProps) {
  return isFixed(props.choices) ? (
    <FixedSelect {...props} choices={props.choices} />
  ) : (
    <RowSelect {...props} choices={props.choices} />
  );
}

/** Permission needed to read the choices. */
export function needsOf(choices: Choices): string {
  return isFixed(choices) ? 'public' : choices.list.needs;
}

function isFixed(choices: Choices): choices is readonly Value[] {
  return Array.isArray(choices);
}

function FixedSelect(props: ChoiceProps & { choices: readonly Value[] }) {
  const { name, field, choices, wordOf, value, ...rest } = props;
  const t = useT();
  const labelOf = (choice: Value) => wordOf?.(String(choice)) ?? t.tx(`${name}.${field}_${choice}`);
  return (
    <Select
      {...rest}
      aria-label={t.tx(`${name}.${field}`)}
      value={value ?? undefined}
      options={choices.map((choice) => ({ value: choice, label: labelOf(choice) }))}
      popupMatchSelectWidth={false}
    />
  );
}

function RowSelect({
  name,
  field,
  choices,
  wordOf: _,
  value,
  ...rest
}: ChoiceProps & { choices: RowChoices }) {
  const t = useT();
  const language = useLanguage();
  const may = useMay(choices.list.needs);
  const answer = useCall(choices.list, { page_size: 1000, ...choices.query }, { staleMs, enabled: may });
  const rows = answer.data?.data_info;
  const placeholder = () => {
    if (!may) return t('lists.choice_locked');
    return answer.isError ? whyNone(t, answer.error) : rest.placeholder;
  };
  const searched = useRef('');
  const making = useOpened<string>();
  const { make } = choices;
  const mayMake = useMay(make?.needs ?? 'signed-in') && make !== undefined;
  const select = (
    <Select
      {...rest}
      aria-label={t.tx(`${name}.${field}`)}
      popupRender={
        mayMake
          ? (menu) => (
              <>
                {menu}
                <Button type="link" icon={<PlusOutlined />} onClick={() => making.open(searched.current)}>
                  {t('lists.add_title', { what: t.tx(make.what) })}
                </Button>
              </>
            )
          : undefined
      }
      // Hides the bare id until the names are loaded.
      value={rows && value !== null ? value : undefined}
      {...(!may && { disabled: true })}
      loading={may && answer.isPending}
      placeholder={placeholder()}
      popupMatchSelectWidth={false}
      showSearch={{
        ...searchedByLabel,
        onSearch: (text) => {
          searched.current = text;
        },
      }}
      // Undefined keeps the default text for searches without result.
      notFoundContent={rows?.length === 0 && choices.madeAt ? <NoneYet madeAt={choices.madeAt} /> : undefined}
      onOpenChange={(open) => {
        // Ant Design clears the search without telling.
        if (open) searched.current = '';
        // A row may have been created meanwhile.
        if (open && rows?.length === 0) void answer.refetch();
      }}
      options={rows?.map((row) => ({
        value: row[choices.id] as Value,
        label: localName(row, choices.label, language),
        disabled: row[choices.id] === choices.unpickable,
      }))}
    />
  );
  if (!make) return select;
  return (
    <>
      {select}
      {making.show((text) => (
        <make.Form searched={text} onMade={(id) => rest.onChange?.(id)} onClosed={making.closed} />
      ))}
    </>
  );
}

/** Opens a new tab, so that the form keeps its input. `rel="opener"` passes the session storage on. */
function NoneYet({ madeAt }: { madeAt: NonNullable<RowChoices['madeAt']> }) {
  const t = useT();
  const mayMake = useMay(madeAt.needs);
  return (
    <p>
      {t('lists.choice_none')}{' '}
      {mayMake && (
        <Link to={madeAt.path} target="_blank" rel="opener">
          {t('lists.choice_make')}
        </Link>
      )}
    </p>
  );
}

function whyNone(t: T, error: unknown): string {
  return isDenied(error) ? explain(t, error) : t('common.load_failed');
}
