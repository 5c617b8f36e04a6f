import { reportFileActions, reportFiles } from '#shared/contract/reports/report-schedules.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { reportKinds } from '#shared/domain/report-period.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useRemoval } from '#web/pages/useRemoval.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { download } from '#web/ui/download.ts';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';
import { showReportPeriod } from './period-name.ts';

const kept = {
  name: reportFiles.name,
  id: 'report_file_id',
  list: reportFiles.list,
  remove: reportFileActions.remove,
} as const;

/** Saved report files of the user's schedules. */
export function KeptTab() {
  const t = useT();
  const language = useLanguage();
  const list = useList(reportFiles);
  const removal = useRemoval(kept, 'file_name');
  const fetching = useAction(reportFileActions.download);
  return (
    <DataTable
      list={list}
      rowKey="report_file_id"
      empty={
        list.filtered ? undefined : (
          <EmptyState title={t('reportFiles.empty_title')} hint={t('reportFiles.empty_hint')} />
        )
      }
      columns={[
        'file_name',
        'schedule_name',
        'kind',
        {
          key: 'period_from',
          show: ({ kind, period_from }) => showReportPeriod(kind, new Date(period_from), language),
        },
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
