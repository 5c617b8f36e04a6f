import { ReloadOutlined } from '@ant-design/icons';
import { Button, Table, type TableColumnType } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { pageSizes } from '#shared/contract/define.ts';
import type { ListQuery } from '#shared/contract/resource.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { type Action, BatchActions, RowActions } from './actions.tsx';
import { type CardField, CardList } from './CardList.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import styles from './data-table.module.css';
import { ExpandButton } from './ExpandButton.tsx';
import { ExportButton } from './ExportButton.tsx';
import { type Filter, FilterBar } from './FilterBar.tsx';
import { EmptyList, ListError, ListSkeleton } from './ListStates.tsx';
import { localName } from './local-name.ts';
import { Paging } from './Paging.tsx';
import { type Column, type ColumnSpec, useColumns } from './useColumns.ts';
import type { List } from './useList.ts';
import { useNarrow } from './useNarrow.ts';
import { useSelection } from './useSelection.ts';
import { useShow } from './useShow.ts';

type Field<Row> = Column<Row> & CardField<Row>;

interface DataTableProps<Row> {
  list: List<Row>;
  rowKey: keyof Row & string;
  columns: readonly ColumnSpec<Row>[];
  /** Name of a row; default: its first column. */
  nameOf?(row: Row): string;
  filters?: readonly Filter[];
  rowActions?(row: Row): Action[];
  batchActions?(rows: Row[]): Action[];
  /**
   * Called after every render with the selected rows, for buttons outside the list. Store them in a ref: setting state
   * would loop.
   */
  onChosen?(rows: Row[]): void;
  /** Content of the expanded row. */
  details?(row: Row): ReactNode;
  /** Button in the empty state. */
  add?: ReactNode;
  /** Replaces the default empty state. */
  empty?: ReactNode;
}

// The sticky header covers the shell's top padding; the scrollbar stays above the sticky footer.
export const stickyTable = { offsetHeader: -12, offsetScroll: 25 };

/** A server-side list with filters, table and paging. Sort, page and filters are in the URL (`useList`). */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, rowKey, rowActions, batchActions, details } = props;
  const t = useT();
  const language = useLanguage();
  const show = useShow();
  const narrow = useNarrow();
  const { name, kinds } = list.listing;
  const choice = useColumns(name, props.columns);
  const rows = list.rows ?? [];
  const { chosen, here, choose, clear } = useSelection(list, rowKey);
  const { onChosen } = props;
  useEffect(() => onChosen?.(chosen));
  const nameColumn = choice.all[0]?.key ?? rowKey;
  const nameOf = props.nameOf ?? ((row: Row) => localName(row, nameColumn, language));
  const textOf = (row: Row, key: keyof Row & string) =>
    show(name, key, kinds[key] === 'text' ? localName(row, key, language) : row[key], kinds[key]);
  const fields = choice.shown.map(
    (column): Field<Row> => ({
      ...column,
      title: column.title ?? t.tx(`${name}.${column.key}`),
      show: (row) => (column.show ? column.show(row) : <PlainCell text={textOf(row, column.key)} />),
    }),
  );
  const selection = batchActions && { chosen: here, choose };
  const shown = { rows, rowKey, nameOf, fields, rowActions, details, selection };
  const empty = props.empty ?? (
    <EmptyList filtered={list.filtered} onClear={list.clearFilters} add={props.add} />
  );
  const failed = list.error && !list.rows ? list.error : undefined;
  return (
    <section className={styles.list}>
      <Toolbar list={list} filters={props.filters} choice={choice} />
      {failed ? (
        <ListError error={failed} onRetry={list.reload} />
      ) : !list.rows ? (
        <ListSkeleton />
      ) : narrow && rows.length === 0 ? (
        empty
      ) : narrow ? (
        <Cards {...shown} />
      ) : (
        <WideTable {...shown} list={list} empty={empty} />
      )}
      {!failed && list.total > 0 && (
        <footer className={styles.footer}>
          {batchActions && chosen.length > 0 ? (
            <Batch
              count={chosen.length}
              elsewhere={chosen.length - here.length}
              actions={batchActions(chosen)}
              onClear={clear}
            />
          ) : (
            <span className={styles.total}>
              {t(list.more ? 'common.total_more' : 'common.total', { count: list.total })}
            </span>
          )}
          <Paging
            page_index={list.query.page_index}
            page_size={list.query.page_size}
            total={list.total}
            sizes={pageSizes}
            onChange={(page_index, page_size) => list.change({ page_index, page_size })}
          />
        </footer>
      )}
    </section>
  );
}

function Toolbar<Row extends object>({
  list,
  filters,
  choice,
}: Pick<DataTableProps<Row>, 'list' | 'filters'> & { choice: ReturnType<typeof useColumns<Row>> }) {
  const t = useT();
  const { name } = list.listing;
  return (
    <div className={styles.toolbar}>
      <FilterBar list={list} filters={filters} />
      <div className={styles.tools}>
        <Button
          type="text"
          icon={<ReloadOutlined spin={list.loading} />}
          title={t('common.refresh')}
          aria-label={t('common.refresh')}
          onClick={list.reload}
        />
        <ColumnChooser choice={choice} labelOf={(key) => t.tx(`${name}.${key}`)} />
        <ExportButton
          name={name}
          title={t.tx(`${name}.title`)}
          query={list.query}
          columns={choice.exported.map(({ key }) => key)}
          isEmpty={list.rows !== undefined && list.total === 0}
        />
      </div>
    </div>
  );
}

/** Props shared by table and cards. */
interface Shown<Row> extends Pick<DataTableProps<Row>, 'rowKey' | 'rowActions' | 'details'> {
  rows: Row[];
  fields: Field<Row>[];
  nameOf(row: Row): string;
  /** Of the visible rows. */
  selection: { chosen: Row[]; choose(rows: Row[]): void } | undefined;
}

function Cards<Row extends object>({ rowKey, selection, ...shown }: Shown<Row>) {
  const { chosen = [], choose } = selection ?? {};
  return (
    <CardList
      {...shown}
      keyOf={(row) => String(row[rowKey])}
      selection={
        choose && {
          isChosen: (row) => chosen.includes(row),
          toggle: (row) =>
            choose(chosen.includes(row) ? chosen.filter((one) => one !== row) : [...chosen, row]),
        }
      }
    />
  );
}

function WideTable<Row extends object>({
  list,
  rows,
  rowKey,
  fields,
  nameOf,
  rowActions,
  details,
  selection,
  empty,
}: Shown<Row> & { list: List<Row>; empty: ReactNode }) {
  const t = useT();
  const { kinds } = list.listing;
  const columns = fields.map((field) => tableColumn(field, list.query, kinds[field.key] === 'number'));
  if (rowActions && rows.some((row) => rowActions(row).length > 0)) {
    columns.push({
      key: 'actions',
      title: t('common.actions'),
      fixed: 'end',
      className: styles.actionColumn,
      render: (_value, row) => <RowActions actions={rowActions(row)} rowName={nameOf(row)} />,
    });
  }
  return (
    <Table<Row>
      className={styles.table}
      size="small"
      rowKey={(row) => String(row[rowKey])}
      columns={columns}
      dataSource={rows}
      pagination={false}
      sticky={stickyTable}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      // The delay avoids flashing when live lists reload quickly.
      loading={{ spinning: list.outdated, delay: 300 }}
      locale={{ emptyText: empty }}
      onChange={(_page, _filters, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
        list.change({
          sort: order ? columnKey : undefined,
          order: order === 'descend' ? 'desc' : undefined,
        });
      }}
      rowSelection={
        selection && {
          selectedRowKeys: selection.chosen.map((row) => String(row[rowKey])),
          onChange: (_keys, picked) => selection.choose(picked),
          getCheckboxProps: (row) =>
            ({ 'aria-label': t('lists.select_row', { name: nameOf(row) }) }) as object,
          getTitleCheckboxProps: () => ({ 'aria-label': t('lists.select_page') }) as object,
          columnWidth: 40,
        }
      }
      expandable={
        details && {
          expandedRowRender: details,
          columnWidth: 36,
          columnTitle: <span className={styles.unseen}>{t('lists.show_details')}</span>,
          expandIcon: (row) => (
            <ExpandButton {...row} label={t(row.expanded ? 'lists.hide_details' : 'lists.show_details')} />
          ),
        }
      }
    />
  );
}

interface BatchProps {
  count: number;
  /** How many of them are on other pages. */
  elsewhere: number;
  actions: Action[];
  onClear(): void;
}

/** Bar of batch actions for the selected rows. */
function Batch({ count, elsewhere, actions, onClear }: BatchProps) {
  const t = useT();
  return (
    <div className={styles.batch}>
      <span>
        {t('common.selected', { count })}
        {elsewhere > 0 && t('lists.selected_elsewhere', { count: elsewhere })}
      </span>
      <BatchActions actions={actions} onDone={onClear} />
      <Button type="link" size="small" onClick={onClear}>
        {t('lists.clear_selection')}
      </Button>
    </div>
  );
}

/** Aligns numbers with the end of their heading, which has sort arrows after it if the column can be sorted. */
const figures = { sortable: { paddingInlineEnd: 32 }, plain: { paddingInlineEnd: 16 } };

function tableColumn<Row extends object>(
  { key, title, width, show, sortable = true }: Field<Row>,
  { sort, order }: ListQuery,
  isFigure: boolean,
): TableColumnType<Row> {
  return {
    key,
    title: isFigure ? <span className={styles.figures}>{title}</span> : title,
    width,
    align: isFigure ? 'end' : undefined,
    onCell: () => ({ style: isFigure ? figures[sortable ? 'sortable' : 'plain'] : undefined }),
    sorter: sortable,
    sortOrder: sort === key ? (order === 'desc' ? 'descend' : 'ascend') : null,
    render: (_value, row) => show(row),
  };
}

function PlainCell({ text }: { text: string }) {
  return (
    <span className={styles.cell} title={text}>
      {text}
    </span>
  );
}
