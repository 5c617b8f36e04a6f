import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n.ts';
import { type Action, RowActions } from './actions.tsx';
import styles from './card-list.module.css';

export interface CardField<Row> {
  key: string;
  title: ReactNode;
  show(row: Row): ReactNode;
}

interface CardListProps<Row> {
  rows: readonly Row[];
  keyOf(row: Row): string;
  nameOf(row: Row): string;
  fields: readonly CardField<Row>[];
  rowActions?(row: Row): Action[];
  selection?: { isChosen(row: Row): boolean; toggle(row: Row): void };
  details?(row: Row): ReactNode;
}

/** A list on phones: one card per row, titled by the first column. */
export function CardList<Row>({ rows, keyOf, nameOf, fields, ...more }: CardListProps<Row>) {
  const t = useT();
  const { rowActions, selection, details } = more;
  const [head, ...rest] = fields;
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <header>
            {selection && (
              <Checkbox
                aria-label={t('lists.select_row', { name: nameOf(row) })}
                checked={selection.isChosen(row)}
                onChange={() => selection.toggle(row)}
              />
            )}
            <strong>{head?.show(row)}</strong>
            {rowActions && <RowActions actions={rowActions(row)} rowName={nameOf(row)} />}
          </header>
          <dl>
            {rest.map(({ key, title, show }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{show(row)}</dd>
              </div>
            ))}
          </dl>
          {details && (
            <details>
              <summary>{t('lists.show_details')}</summary>
              {details(row)}
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
