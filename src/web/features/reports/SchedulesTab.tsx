import type { AnswerOf } from '#shared/contract/define.ts';
import {
  reportFileActions,
  reportFiles,
  reportSchedules,
} from '#shared/contract/reports/report-schedules.ts';
import { type ReportKind, reportKinds, reportPeriod } from '#shared/domain/report-period.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import styles from './reports.module.css';

type Schedule = AnswerOf<typeof reportSchedules.list>['data_info'][number];

/** The user's report schedules; a new one starts with the kind of this page. */
export function SchedulesTab({ kind: usual }: { kind: ReportKind }) {
  const t = useT();
  const language = useLanguage();
  const toast = useToast();
  const mayMake = useMay(reportFileActions.make.needs);
  const make = useAction(reportFileActions.make, { refresh: [reportFiles.list] });
  const makeNow = async ({ schedule_id, kind }: Schedule) => {
    await make.run({ schedule_id, date: lastWhole(kind) });
    toast.success(t('reportSchedules.making'));
  };
  return (
    <ResourceList
      resource={reportSchedules}
      start={{ kind: usual, language }}
      columns={[
        'schedule_name',
        'kind',
        'layout',
        'format',
        {
          key: 'site_ids',
          sortable: false,
          show: ({ site_ids }) => (site_ids.length > 0 ? site_ids.length : t('reportSchedules.all_sites')),
        },
        {
          key: 'due_hours',
          show: ({ due_hours }) => `${due_hours} ${t('reportSchedules.due_hours_unit')}`,
        },
        'keep_count',
        'enabled',
      ]}
      form={[
        'schedule_name',
        { key: 'kind', choices: reportKinds },
        { key: 'site_ids', editor: <SitesField /> },
        { key: 'layout', choices: ['sheets', 'compare'] },
        { key: 'format', choices: ['xlsx', 'csv'] },
        { key: 'language', choices: ['zh', 'en'] },
        'due_hours',
        'keep_count',
        'enabled',
      ]}
      filters={[{ key: 'kind', choices: reportKinds }]}
      rowActions={(row) => (mayMake ? [{ label: t('reportSchedules.make'), run: () => makeNow(row) }] : [])}
      frame={(add, list) => (
        <>
          {add && <div className={styles.bar}>{add}</div>}
          {list}
        </>
      )}
    />
  );
}

/** A day within the last complete period. */
function lastWhole(kind: ReportKind): string {
  const { from = new Date() } = reportPeriod(kind, formatTime(new Date(), 'yyyy-MM-dd')) ?? {};
  return formatTime(new Date(from.getTime() - 1), 'yyyy-MM-dd');
}

function SitesField({ value = [], onChange }: { value?: number[]; onChange?(site_ids: number[]): void }) {
  const t = useT();
  return (
    <SitePicker
      multiple
      virtualByName
      label={t('reportSchedules.site_ids')}
      value={value}
      onChange={(site_ids) => onChange?.(site_ids)}
    />
  );
}
