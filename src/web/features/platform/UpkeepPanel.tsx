import { QuestionCircleOutlined } from '@ant-design/icons';
import { Table, type TableColumnsType, Tooltip } from 'antd';
import { type UpkeepState, upkeep } from '#shared/contract/platform/upkeep.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx';
import { ExpandButton } from '#web/ui/ExpandButton.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { UpkeepRuns } from './UpkeepRuns.tsx';
import styles from './upkeep.module.css';
import { FreedSpace, RemovedThings, RunState, WhenAndWho } from './upkeep-cells.tsx';

const refetchMs = 3000;

/** Scheduled maintenance jobs: last result, next run, and a button to run now. */
export function UpkeepPanel() {
  const t = useT();
  const answer = useCall(upkeep.data, {}, { refetchMs });
  const columns = useUpkeepColumns();
  return (
    <section className={styles.panel} aria-label={t('upkeep.title')}>
      <header>
        <h2>{t('upkeep.title')}</h2>
        <p>{t('upkeep.hint')}</p>
      </header>
      {answer.data ? (
        <Table<UpkeepState>
          size="small"
          rowKey="job"
          columns={columns}
          dataSource={answer.data.data_info}
          pagination={false}
          scroll={{ x: 'max-content' }}
          expandable={{
            expandedRowRender: ({ job }) => <UpkeepRuns job={job} />,
            columnWidth: 36,
            expandIcon: (row) => (
              <ExpandButton
                {...row}
                label={t('upkeep.runs_of', { name: t(`upkeep.job_${row.record.job}`) })}
              />
            ),
          }}
        />
      ) : answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </section>
  );
}

function useUpkeepColumns(): TableColumnsType<UpkeepState> {
  const t = useT();
  const language = useLanguage();
  const mayRun = useMay(upkeep.run.needs);
  return [
    {
      key: 'job',
      title: t('upkeep.job'),
      render: (_value, { job }) => (
        <div className={styles.job}>
          <strong>{t(`upkeep.job_${job}`)}</strong>
          <span>{t(`upkeep.job_${job}_hint`)}</span>
        </div>
      ),
    },
    { key: 'state', title: t('upkeep.state'), render: (_value, state) => <JobState state={state} /> },
    {
      key: 'last_run',
      title: t('upkeep.last_run'),
      render: (_value, { last }) => (last ? <WhenAndWho run={last} /> : '–'),
    },
    {
      key: 'removed',
      title: t('upkeep.removed'),
      render: (_value, { last }) => (last ? <RemovedThings parts={last.parts} /> : '–'),
    },
    {
      key: 'freed',
      title: (
        <Tooltip title={t('upkeep.freed_hint')}>
          {t('upkeep.freed')} <QuestionCircleOutlined className={styles.hint} />
        </Tooltip>
      ),
      render: (_value, { last }) => (last ? <FreedSpace parts={last.parts} /> : '–'),
    },
    {
      key: 'next_run',
      title: t('upkeep.next_run'),
      render: (_value, { next_at }) =>
        Date.parse(next_at) <= Date.now() ? t('upkeep.soon') : showTime(next_at, language),
    },
    ...(mayRun
      ? [
          {
            key: 'actions',
            fixed: 'end' as const,
            render: (_value: unknown, state: UpkeepState) => <RunNow state={state} />,
          },
        ]
      : []),
  ];
}

/** Result of a job; after repeated failures also the last success. */
function JobState({ state: { last, failures, succeeded_at } }: { state: UpkeepState }) {
  const t = useT();
  const language = useLanguage();
  return (
    <>
      <RunState run={last} />
      {failures > 1 && (
        <p className={styles.failure}>
          {succeeded_at
            ? t('upkeep.failed_times', { count: failures, at: showTime(succeeded_at, language) })
            : t('upkeep.failed_always', { count: failures })}
        </p>
      )}
    </>
  );
}

function RunNow({ state: { job, last } }: { state: UpkeepState }) {
  const t = useT();
  const toast = useToast();
  const run = useAction(upkeep.run, { refresh: [upkeep.data, upkeep.runs] });
  const name = t(`upkeep.job_${job}`);
  const begin = async () => {
    await run.run({ job });
    toast.success(t('upkeep.begun', { name }));
  };
  return (
    <ConfirmButton
      size="small"
      loading={run.pending || last?.outcome === 'running'}
      aria-label={t('upkeep.run_of', { name })}
      question={{
        title: t('upkeep.run_title', { name }),
        text: t(`upkeep.job_${job}_hint`),
        ok: t('upkeep.run'),
      }}
      onConfirm={begin}
    >
      {t('upkeep.run')}
    </ConfirmButton>
  );
}
