import { Table, type TableColumnType } from 'antd';
import {
  historyImportCalls,
  type ImportFactor,
  type ImportMapping,
  type PreviewRow,
} from '#shared/contract/history-import/history-import.ts';
import { withoutNoise } from '#shared/domain/rounding.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import { FactorName } from '#web/widgets/FactorName.tsx';
import styles from './history-import.module.css';

interface PreviewTableProps {
  file_id: number;
  mapping: ImportMapping;
  factors: readonly ImportFactor[];
}

/** First rows as they would be stored: site, start of the period, and values with units. */
export function PreviewTable({ file_id, mapping, factors }: PreviewTableProps) {
  const t = useT();
  const language = useLanguage();
  const asked = useSettled(mapping);
  const answer = useCall(historyImportCalls.preview, { file_id, mapping: asked }, { keepPrevious: true });
  const values = mapping.columns.flatMap((role) => (role.as === 'value' ? [role] : []));
  const columns: TableColumnType<PreviewRow>[] = [
    { key: 'row', dataIndex: 'row', title: t('historyImport.preview_row'), width: 64, fixed: 'start' },
    {
      key: 'time',
      title: t('historyImport.heading_time'),
      render: (_value, { ts }) => (ts ? showTime(ts, language) : '–'),
    },
    { key: 'site', title: t('historyImport.site'), render: (_value, { site_name }) => site_name || '–' },
    {
      key: 'type',
      title: t('historyImport.data_type'),
      render: (_value, { data_type }) => (data_type ? t(`sitePage.data_type_${data_type}`) : '–'),
    },
    ...values.map(({ component_id, part }): TableColumnType<PreviewRow> => {
      const factor = factors.find((one) => one.component_id === component_id);
      return {
        key: `${component_id} ${part}`,
        align: part === 'flag' ? undefined : 'end',
        title: (
          <>
            {factor && <FactorName factor={factor} />}
            <small className={styles.unit}>
              {part === 'avg' ? factor?.unit : t(`historyImport.part_${part}`)}
            </small>
          </>
        ),
        render: (_value, row) => {
          const value = row.values.find((one) => one.component_id === component_id);
          if (!value) return '–';
          if (part === 'flag') return value.flag || 'N';
          const number = value[part];
          return number === null ? '–' : withoutNoise(number);
        },
      };
    }),
  ];
  const withProblems = (rows: readonly PreviewRow[]) =>
    rows.some(({ problems }) => problems.length > 0)
      ? columns.toSpliced(1, 0, {
          key: 'problems',
          title: t('historyImport.problems'),
          render: (_value, row) => <Bad row={row} />,
        })
      : columns;
  return (
    <Answered answer={answer}>
      {({ rows }) => (
        <Table<PreviewRow>
          className={styles.table}
          size="small"
          rowKey="row"
          pagination={false}
          columns={withProblems(rows)}
          dataSource={rows}
          loading={{ spinning: answer.isFetching, delay: 300 }}
          scroll={{ x: 'max-content', y: 320 }}
          onRow={reachableRows}
        />
      )}
    </Answered>
  );
}

/** Problems of a row by column. */
function Bad({ row }: { row: PreviewRow }) {
  const t = useT();
  return row.problems.map(({ column, value, problem }) => (
    <span key={`${column} ${problem}`} className={styles.bad}>
      {[column, value && `“${value}”`, t.tx(`problems.${problem}`)].filter((part) => part).join(' ')}
    </span>
  ));
}
