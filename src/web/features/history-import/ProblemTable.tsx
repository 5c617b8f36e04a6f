import { Table } from 'antd';
import {
  type HistoryImport,
  historyImportCalls,
  type RowProblem,
} from '#shared/contract/history-import/history-import.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { reachableRows } from '#web/ui/reachable-rows.ts';
import styles from './history-import.module.css';

/** Problems by row, column and reason; the first thousand here, all of them as a file. */
export function ProblemTable({ row: { import_id, file_name } }: { row: HistoryImport }) {
  const t = useT();
  const answer = useCall(historyImportCalls.problems, { import_id }, { staleMs: Number.POSITIVE_INFINITY });
  return (
    <section className={styles.panel} aria-label={t('historyImport.problems')}>
      <Answered answer={answer}>
        {({ data_info, total }) => (
          <>
            <header className={styles.head}>
              <h2>{t('historyImport.problems')}</h2>
              <span className={styles.note}>
                {data_info.length < total
                  ? t('historyImport.problems_first', { total, shown: data_info.length })
                  : t('historyImport.problems_all', { total })}
              </span>
              <ExportButton
                name="historyImportProblems"
                title={`${t('historyImport.problems')} ${file_name}`}
                query={{ import_id }}
                columns={['problem']}
                isEmpty={total === 0}
              />
            </header>
            <Table<RowProblem>
              className={styles.table}
              size="small"
              rowKey={({ row, column, problem }) => `${row} ${column} ${problem}`}
              dataSource={data_info}
              scroll={{ x: 'max-content' }}
              onRow={reachableRows}
              pagination={{ size: 'small', pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
              columns={[
                { key: 'row', dataIndex: 'row', title: t('historyImport.problem_row'), width: 96 },
                { key: 'column', dataIndex: 'column', title: t('historyImport.problem_column') },
                {
                  key: 'value',
                  title: t('historyImport.problem_value'),
                  render: (_value, { value }) => value || '–',
                },
                {
                  key: 'problem',
                  title: t('historyImport.problem_problem'),
                  render: (_value, { problem }) => (
                    <span className={styles.bad}>{t.tx(`problems.${problem}`)}</span>
                  ),
                },
              ]}
            />
          </>
        )}
      </Answered>
    </section>
  );
}
