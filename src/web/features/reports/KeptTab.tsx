import { reportFileActions, reportFiles } from '#shared/contract/reports/report-schedules.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { reportName } from '#shared/domain/report-line.ts';
import { reportKinds } from '#shared/domain/report-period.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useRemoval } from '#web/pages/useRemoval.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { download } from '#web/ui/download.ts';
import { Status } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';

const kept = {
  name: reportFiles.name,
  id: 'report_file_id',
  list: reportFiles.list,
  remove: reportFileActions.remove,
} as const;

/** The files that the reader's schedules have made. */
export function KeptTab() {
  const t = useT();
  const list = useList(reportFiles);
  const removal = useRemoval(kept, 'file_name');
  const fetching = useAction(reportFileActions.download);
  return (
    <DataTable
      list={list}
      rowKey="report_file_id"
      columns={[
        'file_name',
        'schedule_name',
        'kind',
        { key: 'period_from', show: ({ kind, period_from }) => reportName(kind, new Date(period_from)) },
        'made_at',
        { key: 'size', show: ({ size }) => (size === null ? '–' : formatBytes(size)) },
        {
          key: 'fault',
          show: ({ fault }) => (
            <Status tone={fault ? 'bad' : 'good'}>
              {fault ? t.tx(`faults.${fault}`) : t('reportFiles.ready')}
            </Status>
          ),
        },
      ]}
      filters={[{ key: 'kind', choices: reportKinds }]}
      rowActions={(row) => [
        ...(row.fault
          ? []
          : [
              {
                label: t('reportFiles.download'),
                run: async () => download((await fetching.run({ report_file_id: row.report_file_id })).url),
              },
            ]),
        ...removal.actions([row]),
      ]}
      batchActions={removal.may ? removal.actions : undefined}
    />
  );
}
