import { FilterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ComponentType, type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useMayOf } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { type ChoiceProps, ChoiceSelect, type Choices, needsOf } from './choices.tsx';
import styles from './filter-bar.module.css';
import { TimeRange } from './TimeRange.tsx';
import type { List } from './useList.ts';

/**
 * `{ key: 'at', as: 'range' }` sets the filters `at_from` and `at_to`; `Input` is a custom input. A list with a `required`
 * filter is empty until it is set.
 */
export type Filter =
  | { key: string; choices: Choices; wordOf?: ChoiceProps['wordOf']; required?: boolean }
  | { key: string; as: 'range' | 'text' }
  | { key: string; Input: ComponentType<FilterInputProps> };

export interface FilterInputProps {
  field: string;
  label: string;
  query: Readonly<Record<string, unknown>>;
  change(filters: Record<string, unknown>): void;
}

/** The parts of a list that filters use. */
type Filtered<Row> = Pick<List<Row>, 'listing' | 'query' | 'change' | 'filtered' | 'clearFilters'>;

interface FilterBarProps<Row> {
  list: Filtered<Row>;
  filters?: readonly Filter[];
}

/** Keyword and filters of a list; changes apply at once. */
export function FilterBar<Row>({ list, filters: all = [] }: FilterBarProps<Row>) {
  const t = useT();
  const may = useMayOf();
  // A filter is hidden if the user may not read its choices.
  const filters = all.filter((filter) => !('choices' in filter) || may(needsOf(filter.choices)));
  const { name, search } = list.listing;
  const { query, change, filtered, clearFilters } = list;
  // On phones filters are collapsed unless one is set.
  const [open, setOpen] = useState(filtered);
  const hint = t.has(`${name}.search`) ? t.tx(`${name}.search`) : t('common.search_placeholder');
  return (
    <search className={styles.bar} aria-label={t('common.filters')}>
      {search.length > 0 && (
        <TypedText
          className={styles.keyword}
          prefix={<SearchOutlined aria-hidden />}
          value={query.keyword ?? ''}
          label={hint}
          placeholder={hint}
          onChange={(keyword, how) => change({ keyword }, how)}
        />
      )}
      {filters.length > 0 && (
        <Button
          className={styles.unfold}
          icon={<FilterOutlined />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('common.filters')}
        </Button>
      )}
      <div className={styles.filters} data-open={open}>
        {filters.map((filter) => (
          <FilterField key={filter.key} list={list} filter={filter} />
        ))}
      </div>
      {filtered && (
        <Button type="link" size="small" className={styles.reset} onClick={clearFilters}>
          {t('common.reset')}
        </Button>
      )}
    </search>
  );
}

function FilterField<Row>({ list, filter }: { list: Filtered<Row>; filter: Filter }) {
  const t = useT();
  const { query, change } = list;
  const { name } = list.listing;
  const { key } = filter;
  const label = t.tx(`${name}.${key}`);
  if ('choices' in filter) {
    return (
      <ChoiceSelect
        name={name}
        field={key}
        choices={filter.choices}
        wordOf={filter.wordOf}
        className={styles.choice}
        prefix={<span className={styles.label}>{label}</span>}
        placeholder={t(filter.required ? 'common.please_select' : 'common.all')}
        allowClear
        // Booleans are select options like all others.
        value={
          typeof query[key] === 'boolean' ? String(query[key]) : (query[key] as string | number | undefined)
        }
        onChange={(value) => change({ [key]: value })}
      />
    );
  }
  if ('Input' in filter) return <filter.Input field={key} label={label} query={query} change={change} />;
  switch (filter.as) {
    case 'range':
      return (
        <TimeRange
          label={label}
          from={query[`${key}_from`] as string | undefined}
          to={query[`${key}_to`] as string | undefined}
          onChange={(from, to) => change({ [`${key}_from`]: from, [`${key}_to`]: to })}
        />
      );
    case 'text':
      return (
        <TypedText
          className={styles.text}
          value={(query[key] as string | undefined) ?? ''}
          label={label}
          prefix={<span className={styles.label}>{label}</span>}
          onChange={(value, how) => change({ [key]: value }, how)}
        />
      );
  }
}

/** Width in halves of an em, about: a Chinese character takes two, a letter one. */
const textWidth = (text: string) => [...text].reduce((width, one) => width + (one > '\u2e80' ? 2 : 1), 0);

// Debounce of typing.
const typingMs = 350;

interface TypedTextProps {
  value: string;
  label: string;
  placeholder?: string;
  prefix: ReactNode;
  className: string | undefined;
  onChange(value: string | undefined, how: { amends: boolean }): void;
}

/** Searches while typing. All changes until the field loses focus share one history entry. */
function TypedText({ value, label, placeholder, prefix, className, onChange }: TypedTextProps) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  // Own values on their way to the URL: a busy page receives them late, and they are not outside changes.
  const underWay = useRef<string[]>([]);
  const typing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The URL may change from outside: by reset, a link or Back.
  useEffect(() => {
    const own = underWay.current.indexOf(value);
    underWay.current = own >= 0 ? underWay.current.slice(own + 1) : [];
    if (own >= 0 || value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    typing.current = false;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (text: string) => {
    clearTimeout(timer.current);
    const keyword = text.trim();
    if (keyword === asked.current) return;
    asked.current = keyword;
    underWay.current.push(keyword);
    onChange(keyword || undefined, { amends: typing.current && keyword !== '' });
    typing.current = keyword !== '';
  };
  const settle = () => {
    ask(typed);
    typing.current = false;
  };
  return (
    <Input
      className={className}
      style={placeholder ? ({ '--placeholder': textWidth(placeholder) } as CSSProperties) : undefined}
      prefix={prefix}
      placeholder={placeholder}
      aria-label={label}
      allowClear
      maxLength={100}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => ask(target.value), typingMs);
      }}
      onPressEnter={settle}
      onBlur={settle}
    />
  );
}
