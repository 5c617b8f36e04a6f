import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { ChoiceSelect, type Choices } from './choices.tsx';
import styles from './filter-bar.module.css';
import { TimeRange } from './TimeRange.tsx';
import type { List } from './useList.ts';

/** `{ key: 'at', as: 'range' }` stands for the filters `at_from` and `at_to`. */
export type Filter = { key: string; choices: Choices } | { key: string; as: 'range' };

interface FilterBarProps<Row> {
  list: List<Row>;
  filters?: readonly Filter[];
}

/** Keyword and filters of a list. Each takes effect as soon as it is set. */
export function FilterBar<Row>({ list, filters = [] }: FilterBarProps<Row>) {
  const t = useT();
  const { name, search } = list.listing;
  const { query, change, filtered, clearFilters } = list;
  return (
    <search className={styles.bar} aria-label={t('common.filters')}>
      {search.length > 0 && (
        <Keyword
          value={query.keyword ?? ''}
          hint={t.has(`${name}.search`) ? t.tx(`${name}.search`) : t('common.search_placeholder')}
          onChange={(keyword, how) => change({ keyword }, how)}
        />
      )}
      {filters.map((filter) =>
        'choices' in filter ? (
          <ChoiceSelect
            key={filter.key}
            name={name}
            field={filter.key}
            choices={filter.choices}
            className={styles.choice}
            prefix={<span className={styles.label}>{t.tx(`${name}.${filter.key}`)}</span>}
            placeholder={t('common.all')}
            allowClear
            value={query[filter.key] as string | number | undefined}
            onChange={(value) => change({ [filter.key]: value })}
          />
        ) : (
          <TimeRange
            key={filter.key}
            label={t.tx(`${name}.${filter.key}`)}
            from={query[`${filter.key}_from`] as string | undefined}
            to={query[`${filter.key}_to`] as string | undefined}
            onChange={(from, to) => change({ [`${filter.key}_from`]: from, [`${filter.key}_to`]: to })}
          />
        ),
      )}
      {filtered && (
        <Button type="link" size="small" onClick={clearFilters}>
          {t('common.reset')}
        </Button>
      )}
    </search>
  );
}

// Long enough that a word is typed as one question, short enough to feel immediate.
const typingMs = 350;

interface KeywordProps {
  value: string;
  hint: string;
  onChange(value: string | undefined, how: { amends: boolean }): void;
}

/** Asks while it is being typed; all that is typed until the field is left is one step. */
function Keyword({ value, hint, onChange }: KeywordProps) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const typing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address may change by other ways: reset, a link, the back button.
  useEffect(() => {
    if (value === asked.current) return;
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
    onChange(keyword || undefined, { amends: typing.current && keyword !== '' });
    typing.current = keyword !== '';
  };
  const settle = () => {
    ask(typed);
    typing.current = false;
  };
  return (
    <Input
      className={styles.keyword}
      prefix={<SearchOutlined aria-hidden />}
      placeholder={hint}
      aria-label={hint}
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
