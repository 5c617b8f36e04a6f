import { PlusOutlined } from '@ant-design/icons';
import { Button, Select, type SelectProps } from 'antd';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import type { Call, ListAnswer } from '#shared/contract/define.ts';
import { explain, isDenied } from '#web/api/explain.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import type { ListCall } from './list-query.ts';
import { localName } from './local-name.ts';
import { useOpened } from './useOpened.tsx';

type Value = string | number;
type Row = Record<string, unknown>;

/** What a form that makes a row tells whoever opened it. */
export interface Made {
  onMade(id: number): void;
  onClosed(): void;
}

/** Choices that are rows of another table. */
export interface RowChoices {
  list: ListCall<Row>;
  id: string;
  label: string;
  query?: Record<string, unknown>;
  /** Where the first of them can be made while there is none, by whoever may. */
  madeAt?: { path: string; needs: string };
  /** A form that makes one, opened over the form that chooses; `what` is the word for it. */
  make?: { needs: string; what: string; Form: ComponentType<Made> };
  /** A row that shows where it is set already, but cannot be chosen. */
  unpickable?: Value;
}

/** Fixed values find their words by convention: `users.status_sealed`. */
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
  /** The list or form that the words belong to. */
  name: string;
  field: string;
  choices: Choices;
  /** Of fixed values whose words stand elsewhere. */
  wordOf?: ((value: string) => string) | undefined;
  id?: string;
  value?: Value | null;
  onChange?(value: Value | undefined): void;
}

/** One of several: fixed values, or rows of a table. */
export function ChoiceSelect(props: ChoiceProps) {
  return isFixed(props.choices) ? (
    <FixedSelect {...props} choices={props.choices} />
  ) : (
    <RowSelect {...props} choices={props.choices} />
  );
}

/** What reading the choices takes. */
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
  const making = useOpened<void>();
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
                <Button type="link" icon={<PlusOutlined />} onClick={() => making.open()}>
                  {t('lists.add_title', { what: t.tx(make.what) })}
                </Button>
              </>
            )
          : undefined
      }
      // Until the names are here, a bare number would mean nothing.
      value={rows && value !== null ? value : undefined}
      {...(!may && { disabled: true })}
      loading={may && answer.isPending}
      placeholder={placeholder()}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      // Left undefined where it is a search that finds nothing.
      notFoundContent={rows?.length === 0 && choices.madeAt ? <NoneYet madeAt={choices.madeAt} /> : undefined}
      onOpenChange={(open) => {
        // One may have been made meanwhile, to be chosen here.
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
      {making.show(() => (
        <make.Form onMade={(id) => rest.onChange?.(id)} onClosed={making.closed} />
      ))}
    </>
  );
}

/** Beside the form and not in its place: nothing that was typed is lost. The new tab has the session of this one. */
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
