import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Resource } from '#shared/contract/resource.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import type { Filter } from '#web/ui/FilterBar.tsx';
import { FormDrawer } from '#web/ui/FormDrawer.tsx';
import type { FieldSpec, Values } from '#web/ui/form-field.ts';
import { Page } from '#web/ui/Page.tsx';
import { type ColumnSpec, keyOf } from '#web/ui/useColumns.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { useRemoval } from './useRemoval.tsx';

interface ResourceListProps<Row> {
  resource: Omit<Resource<Row>, 'fields' | 'shape'>;
  /** The first column is the row's name. */
  columns: readonly [ColumnSpec<Row>, ...ColumnSpec<Row>[]];
  /** Row name, if no single column is. */
  nameOf?(row: Row): string;
  form: readonly FieldSpec[];
  /** Initial values of a new row, besides the defaults of the contract. */
  start?: Values;
  formWidth?: number;
  /** Content below the fields; inside the form, so that it can watch them. */
  belowForm?: ReactNode;
  filters?: readonly Filter[];
  /** Shown between edit and delete. */
  rowActions?(row: Row): Action[];
  batchActions?(rows: Row[]): Action[];
  onChosen?(rows: Row[]): void;
  /** Reason why a row cannot be deleted, if any. */
  whyKept?(row: Row): string | undefined;
  /** Side effects of a deletion, shown in the confirmation. */
  losses?(rows: readonly Row[]): ReactNode;
  /** Layout of the list and its add button. */
  frame(add: ReactNode, list: ReactNode): ReactNode;
}

/** List, search, form drawer, delete and export of a plain table; actions depend on permissions. */
export function ResourceList<Row extends object>(props: ResourceListProps<Row>) {
  const { resource, columns, form, filters, rowActions, batchActions } = props;
  const t = useT();
  const list = useList(resource);
  const mayAdd = useMay(resource.add.needs);
  const mayEdit = useMay(resource.edit.needs);
  const removal = useRemoval(resource, props.nameOf ?? keyOf(columns[0]), props.whyKept, props.losses);
  const editing = useOpened<{ row?: Row }>();

  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => editing.open({})}>
      {t('common.add')}
    </Button>
  );
  const actionsOf = (row: Row): Action[] => [
    ...(mayEdit ? [{ label: t('common.edit'), run: () => editing.open({ row }) }] : []),
    ...(rowActions?.(row) ?? []),
    ...removal.actions([row]),
  ];
  const batchOf = (rows: Row[]): Action[] => [...(batchActions?.(rows) ?? []), ...removal.actions(rows)];
  return (
    <>
      {props.frame(
        add,
        <DataTable
          list={list}
          rowKey={resource.id}
          columns={columns}
          nameOf={props.nameOf}
          filters={filters}
          rowActions={actionsOf}
          batchActions={removal.may || batchActions ? batchOf : undefined}
          onChosen={props.onChosen}
          add={add}
        />,
      )}
      {editing.show(({ row }) => (
        <FormDrawer
          resource={resource}
          fields={form}
          row={row}
          start={props.start}
          width={props.formWidth}
          below={props.belowForm}
          onClosed={editing.closed}
        />
      ))}
    </>
  );
}

interface ResourcePageProps<Row> extends Omit<ResourceListProps<Row>, 'frame'> {
  /** Shown beside the add button. */
  actions?: ReactNode;
}

/** ResourceList as a page. */
export function ResourcePage<Row extends object>({ actions, ...list }: ResourcePageProps<Row>) {
  const t = useT();
  const { name } = list.resource;
  return (
    <ResourceList
      {...list}
      frame={(add, table) => (
        <Page
          hint={t.tx(`${name}.hint`)}
          actions={
            <>
              {actions}
              {add}
            </>
          }
        >
          {table}
        </Page>
      )}
    />
  );
}
