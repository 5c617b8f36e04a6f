import { Alert, Checkbox, Empty, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import type { ImportRow, UnreadColumn } from '#shared/contract/imports.ts';
import { letterOf } from '#shared/domain/column-letter.ts';
import { sayProblem } from '#shared/i18n/problem-words.ts';
import { useT } from '#web/i18n.ts';
import type { Checked } from './import-calls.ts';
import styles from './import-dialog.module.css';
import { reachableRows } from './reachable-rows.ts';
import { Status } from './Status.tsx';
import { useShow } from './useShow.ts';

interface ImportPreviewProps {
  name: string;
  checked: Checked;
  /** Rows with errors can be skipped. */
  leavesBad?: boolean;
}

/** Rows of the file with each problem at its row and field. */
export function ImportPreview({ name, checked, leavesBad = false }: ImportPreviewProps) {
  const t = useT();
  const { rows, total, bad, unread } = checked;
  const counts = countsOf(rows);
  const [onlyBad, setOnlyBad] = useState(bad > 0);
  const [onlyNews, setOnlyNews] = useState(bad === 0 && counts.unchanged > 0);
  const shown = onlyBad ? rows.filter(isBad) : onlyNews ? rows.filter(isNews) : rows;
  if (total === 0) return <Empty className={styles.empty} description={t('lists.import_empty')} />;

  return (
    <div className={styles.preview}>
      {bad > 0 && (
        <Alert
          type="warning"
          showIcon
          title={leavesBad ? t('lists.import_leaves', { count: bad }) : t('lists.import_all_or_nothing')}
        />
      )}
      {counts.unchanged === total && <Alert type="info" showIcon title={t('lists.import_nothing_new')} />}
      {unread.length > 0 && <UnreadColumns name={name} columns={unread} />}
      <div className={styles.counts}>
        <Counts counts={counts} checked={checked} />
        {bad > 0 && (
          <Checkbox
            className={styles.only}
            checked={onlyBad}
            onChange={({ target }) => setOnlyBad(target.checked)}
          >
            {t('lists.import_only_bad')}
          </Checkbox>
        )}
        {bad === 0 && counts.unchanged > 0 && counts.unchanged < total && (
          <Checkbox
            className={styles.only}
            checked={onlyNews}
            onChange={({ target }) => setOnlyNews(target.checked)}
          >
            {t('lists.import_only_news')}
          </Checkbox>
        )}
      </div>
      <RowTable name={name} checked={checked} shown={shown} />
    </div>
  );
}

function Counts({ counts, checked }: { counts: ReturnType<typeof countsOf>; checked: Checked }) {
  const t = useT();
  const { total, bad } = checked;
  return (
    <>
      <span>{t('lists.import_counts', { total })}</span>
      {counts.met ? (
        <>
          <Status tone="good">{t('lists.import_added', { count: counts.added })}</Status>
          <Status tone="notice">{t('lists.import_changed', { count: counts.changed })}</Status>
          <Status tone="quiet">{t('lists.import_unchanged', { count: counts.unchanged })}</Status>
        </>
      ) : (
        <Status tone="good">{t('lists.import_good', { count: total - bad })}</Status>
      )}
      {bad > 0 && <Status tone="bad">{t('lists.import_bad', { count: bad })}</Status>}
    </>
  );
}

interface RowTableProps {
  name: string;
  checked: Checked;
  shown: readonly ImportRow[];
}

/** Columns are those of all rows, so that they stay when rows are hidden. */
function RowTable({ name, checked: { rows, bad }, shown }: RowTableProps) {
  const t = useT();
  const columns: TableColumnType<ImportRow>[] = [
    { key: 'row', dataIndex: 'row', title: t('lists.import_row'), width: 72, fixed: 'start' },
    // Next to the row number: the affected column may be far to the right.
    ...(bad > 0
      ? [
          {
            key: 'problems',
            title: t('lists.import_problems'),
            render: (_value: unknown, row: ImportRow) => <Problems name={name} row={row} />,
          },
        ]
      : []),
    ...(isUpdate(rows)
      ? [
          {
            key: 'becomes',
            title: t('lists.import_becomes'),
            render: (_value: unknown, row: ImportRow) => <Becomes row={row} />,
          },
        ]
      : []),
    ...fieldsOf(rows).map(
      (field): TableColumnType<ImportRow> => ({
        key: field,
        title: t.tx(`${name}.${field}`),
        render: (_value, row) => <Cell name={name} row={row} field={field} />,
      }),
    ),
  ];
  return (
    <Table<ImportRow>
      size="small"
      rowKey="row"
      columns={columns}
      // A focusable row makes the scroll area reachable by keyboard.
      onRow={reachableRows}
      dataSource={shown}
      scroll={{ x: 'max-content', y: 360 }}
      pagination={{ size: 'small', pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
    />
  );
}

/** Fields worth a column, in their order. */
function fieldsOf(rows: readonly ImportRow[]): string[] {
  return [
    ...new Set(
      rows.flatMap(({ values, problems }) => [...Object.keys(values), ...problems.map(({ field }) => field)]),
    ),
  ]
    .filter((field) => rows.some((row) => isWorthShowing(row, field)))
    .map((field, at) => ({
      field,
      rank: at < naming ? 0 : isTroubled(rows, field) ? 1 : isChanged(rows, field) ? 2 : 3,
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ field }) => field);
}

const isBad = ({ problems }: ImportRow) => problems.length > 0;
const isNews = (row: ImportRow) => isBad(row) || row.becomes !== 'unchanged';

/** Counts of new, changed and unchanged rows, for imports that update stored rows. */
function countsOf(rows: readonly ImportRow[]) {
  const good = rows.filter((row) => !isBad(row));
  const become = (what: ImportRow['becomes']) => good.filter(({ becomes }) => becomes === what).length;
  const [added, changed, unchanged] = [become('added'), become('changed'), become('unchanged')];
  return { added, changed, unchanged, met: isUpdate(rows) };
}

function isUpdate(rows: readonly ImportRow[]): boolean {
  return rows.some(({ becomes }) => becomes !== undefined);
}

function isChanged(rows: readonly ImportRow[], field: string): boolean {
  return rows.some(({ changes }) => changes?.some((change) => change.field === field));
}

/** The first columns identify the row; columns with problems come next, wherever the file has them. */
const naming = 2;

function isTroubled(rows: readonly ImportRow[], field: string): boolean {
  return rows.some(({ problems }) => problems.some((problem) => problem.field === field));
}

/** Hides columns without content: passwords come back empty, and some columns are never filled in. */
function isWorthShowing({ values, problems, notes = [], changes = [] }: ImportRow, field: string): boolean {
  return Boolean(values[field]) || [...problems, ...notes, ...changes].some((said) => said.field === field);
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
  return row.problems.map(({ code, ...problem }) => (
    <p
      key={`${problem.field} ${problem.problem}`}
      className={styles.problem}
      title={code ? t('lists.import_code', { code }) : undefined}
    >
      {t('lists.import_problem', {
        field: t.tx(`${name}.${problem.field}`),
        problem: sayProblem(t.tx, problem, { name, value: row.values[problem.field] }),
      })}
    </p>
  ));
}

const tones = { added: 'good', changed: 'notice', unchanged: 'quiet' } as const;

function Becomes({ row }: { row: ImportRow }) {
  const t = useT();
  if (isBad(row) || !row.becomes) return <Status tone="bad">{t('lists.import_becomes_refused')}</Status>;
  return <Status tone={tones[row.becomes]}>{t.tx(`lists.import_becomes_${row.becomes}`)}</Status>;
}

function Cell({ name, row, field }: { name: string; row: ImportRow; field: string }) {
  const t = useT();
  const show = useShow();
  const isWrong = row.problems.some((problem) => problem.field === field);
  const note = row.notes?.find((said) => said.field === field);
  if (!isWrong && note) return t.tx(`lists.import_note_${note.note}`);
  const change = row.changes?.find((each) => each.field === field);
  const cell = row.values[field] || '–';
  // Below a wrong division level, lower levels count as changed even if their names are equal.
  const was = change && show(name, field, change.was);
  if (was === undefined || was === cell)
    return isWrong ? (
      <div className={styles.bad}>{cell}</div>
    ) : (
      <div className={styles.cell} title={cell}>
        <span className={styles.folded}>{cell}</span>
      </div>
    );
  return (
    <div className={styles.cell}>
      <del className={styles.was}>{was}</del> <ins className={styles.is}>{cell}</ins>
    </div>
  );
}
