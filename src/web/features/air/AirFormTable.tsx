import { Table } from 'antd';
import type { SorterResult } from 'antd/es/table/interface';
import type { AirRow } from '#shared/contract/air/air.ts';
import { useT } from '#web/i18n.ts';
import { stickyTable } from '#web/ui/DataTable.tsx';
import { EmptyRows } from '#web/ui/ListStates.tsx';
import styles from './air.module.css';
import { type AirFormShape, useAirFormColumns } from './useAirFormColumns.tsx';
import type { AirOrder } from './useAirQuery.ts';

interface AirFormTableProps extends AirFormShape {
  rows: readonly AirRow[];
  loading: boolean;
  onOrder(order: AirOrder): void;
}

/** Report form of HJ 633: concentrations and IAQIs by item, then AQI, primary pollutant and level. */
export function AirFormTable(props: AirFormTableProps) {
  const t = useT();
  const columns = useAirFormColumns(props);
  return (
    <Table<AirRow>
      className={styles.form}
      size="small"
      bordered
      tableLayout="fixed"
      rowKey={({ site_id, ts }) => `${site_id} ${ts}`}
      pagination={false}
      sticky={stickyTable}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      loading={{ spinning: props.loading, delay: 300 }}
      dataSource={[...props.rows]}
      columns={columns}
      locale={{ emptyText: <EmptyRows title={t('air.no_rows')} hint={t('air.no_rows_hint')} /> }}
      onChange={(_page, _filters, sorter) => props.onOrder(orderBy(sorter))}
    />
  );
}

function orderBy(sorter: SorterResult<AirRow> | SorterResult<AirRow>[]): AirOrder {
  if (Array.isArray(sorter) || sorter.order !== 'descend') return 'asc';
  return sorter.columnKey === 'aqi' ? 'worst' : 'desc';
}
