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
  /** The first column names a row wherever it is spoken of. */
  columns: readonly [ColumnSpec<Row>, ...ColumnSpec<Row>[]];
  /** What a row is called, where no single column says it. */
  nameOf?(row: Row): string;
  form: readonly FieldSpec[];
  /** What the form of a new row starts with, beside the defaults of the contract. */
  start?: Values;
  formWidth?: number;
  /** Stands in the form under its fields, and can watch them. */
  belowForm?: ReactNode;
  filters?: readonly Filter[];
  /** Stand between edit and delete. */
  rowActions?(row: Row): Action[];
  batchActions?(rows: Row[]): Action[];
  onChosen?(rows: Row[]): void;
  /** Why a row cannot be deleted, where it cannot. */
  whyKept?(row: Row): string | undefined;
  /** What deleting takes along elsewhere, shown in the question. */
  losses?(rows: readonly Row[]): ReactNode;
  /** Where the list stands, and the button that adds to it. */
  frame(add: ReactNode, list: ReactNode): ReactNode;
}

/** List, search, drawer form, delete and export of a plain table. Writing is offered to those who may write. */
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
  /** Beside the add button. */
  actions?: ReactNode;
}

/** Such a list as a page of its own. */
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
