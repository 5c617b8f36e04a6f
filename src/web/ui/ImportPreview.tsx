import { Alert, Checkbox, Empty, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import type { ImportRow, UnreadColumn } from '#shared/contract/imports.ts';
import { letterOf } from '#shared/domain/column-letter.ts';
import { useT } from '#web/i18n.ts';
import type { Checked } from './import-calls.ts';
import styles from './import-dialog.module.css';
import { Status } from './Status.tsx';

/** The file as it was read, with every problem at its row and field. */
export function ImportPreview({ name, checked }: { name: string; checked: Checked }) {
  const t = useT();
  const { rows, total, bad, unread } = checked;
  const [onlyBad, setOnlyBad] = useState(bad > 0);
  if (total === 0) return <Empty className={styles.empty} description={t('lists.import_empty')} />;

  const fields = [
    ...new Set(
      rows.flatMap(({ values, problems }) => [...Object.keys(values), ...problems.map(({ field }) => field)]),
    ),
  ]
    .filter((field) => rows.some((row) => isWorthShowing(row, field)))
    .map((field, at) => ({ field, rank: at < naming ? 0 : isTroubled(rows, field) ? 1 : 2 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ field }) => field);
  const columns: TableColumnType<ImportRow>[] = [
    { key: 'row', dataIndex: 'row', title: t('lists.import_row'), width: 72, fixed: 'start' },
    // Beside the row's number: the column that is meant may be far to the right.
    ...(bad > 0
      ? [
          {
            key: 'problems',
            title: t('lists.import_problems'),
            render: (_value: unknown, row: ImportRow) => <Problems name={name} row={row} />,
          },
        ]
      : []),
    ...fields.map(
      (field): TableColumnType<ImportRow> => ({
        key: field,
        title: t.tx(`${name}.${field}`),
        render: (_value, row) => <Cell row={row} field={field} />,
      }),
    ),
  ];
  return (
    <div className={styles.preview}>
      {bad > 0 && <Alert type="warning" showIcon title={t('lists.import_all_or_nothing')} />}
      {unread.length > 0 && <UnreadColumns name={name} columns={unread} />}
      <div className={styles.counts}>
        <span>{t('lists.import_counts', { total })}</span>
        <Status tone="good">{t('lists.import_good', { count: total - bad })}</Status>
        {bad > 0 && <Status tone="bad">{t('lists.import_bad', { count: bad })}</Status>}
        {bad > 0 && (
          <Checkbox
            className={styles.only}
            checked={onlyBad}
            onChange={({ target }) => setOnlyBad(target.checked)}
          >
            {t('lists.import_only_bad')}
          </Checkbox>
        )}
      </div>
      <Table<ImportRow>
        size="small"
        rowKey="row"
        columns={columns}
        // Something to focus in the part that scrolls: arrow keys then reach the rest.
        onRow={(_row, at) => ({ tabIndex: at === 0 ? 0 : undefined })}
        dataSource={onlyBad ? rows.filter(({ problems }) => problems.length > 0) : rows}
        scroll={{ x: 'max-content', y: 360 }}
        pagination={{ size: 'small', pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </div>
  );
}

/** The first columns say which row it is; those with a problem follow, however far right the file has them. */
const naming = 2;

function isTroubled(rows: readonly ImportRow[], field: string): boolean {
  return rows.some(({ problems }) => problems.some((problem) => problem.field === field));
}

/** Passwords come back empty, and so does a column that nobody filled in: neither is worth the room. */
function isWorthShowing({ values, problems, notes = [] }: ImportRow, field: string): boolean {
  return Boolean(values[field]) || [...problems, ...notes].some((said) => said.field === field);
}

function UnreadColumns({ name, columns }: { name: string; columns: readonly UnreadColumn[] }) {
  const t = useT();
  const called = columns.map(({ column, heading, meant }) => {
    const own = heading || t('lists.import_column', { letter: letterOf(column - 1) });
    return meant ? t('lists.import_meant', { heading: own, meant: t.tx(`${name}.${meant}`) }) : own;
  });
  return (
    <Alert
      type="warning"
      showIcon
      title={t('lists.import_unread', { columns: called.join(t('lists.between')) })}
    />
  );
}

function Problems({ name, row }: { name: string; row: ImportRow }) {
  const t = useT();
  return row.problems.map(({ field, problem, params, code }) => (
    <p key={`${field} ${problem}`} className={styles.problem}>
      {t('lists.import_problem', {
        field: t.tx(`${name}.${field}`),
        problem: t.tx(`problems.${problem}`, params),
      })}
      {code && ` (${code})`}
    </p>
  ));
}

function Cell({ row, field }: { row: ImportRow; field: string }) {
  const t = useT();
  const isBad = row.problems.some((problem) => problem.field === field);
  const note = row.notes?.find((said) => said.field === field);
  if (!isBad && note) return t.tx(`lists.import_note_${note.note}`);
  return <div className={isBad ? styles.bad : styles.cell}>{row.values[field] || '–'}</div>;
}
