import { Table } from 'antd';
import { type UpkeepJob, type UpkeepPart, type UpkeepRun, upkeep } from '#shared/contract/platform/upkeep.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import styles from './upkeep.module.css';
import { RemovedThings, RunState, WhenAndWho } from './upkeep-cells.tsx';

const pageSize = 10;
const refetchMs = 3000;

/** Run history of a job, with what each part removed. */
export function UpkeepRuns({ job }: { job: UpkeepJob }) {
  const t = useT();
  const answer = useCall(upkeep.runs, { job, page_size: 100 }, { refetchMs });
  if (!answer.data)
    return answer.error ? (
      <ListError error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <ListSkeleton />
    );
  return (
    <Table<UpkeepRun>
      className={styles.runs}
      size="small"
      rowKey="run_id"
      aria-label={t('upkeep.runs_of', { name: t(`upkeep.job_${job}`) })}
      dataSource={answer.data.data_info}
      pagination={{ pageSize, hideOnSinglePage: true, size: 'small' }}
      columns={[
        { key: 'last_run', title: t('upkeep.runs'), render: (_value, run) => <WhenAndWho run={run} /> },
        { key: 'state', title: t('upkeep.state'), render: (_value, run) => <RunState run={run} /> },
        {
          key: 'parts',
          title: t('upkeep.removed'),
          render: (_value, { parts }) => <Parts parts={parts} />,
        },
      ]}
    />
  );
}

/** Omits parts that removed nothing. */
function Parts({ parts }: { parts: readonly UpkeepPart[] }) {
  const t = useT();
  const told = parts.filter(({ rows, files }) => rows + files > 0);
  if (told.length === 0) return <RemovedThings parts={parts} />;
  return (
    <ul className={styles.parts}>
      {told.map((part) => (
        <li key={part.part}>
          <span>{t.tx(`upkeep.part_${part.part}`)}</span>
          <span>
            <RemovedThings parts={[part]} />
          </span>
          <span>{part.bytes > 0 && formatBytes(part.bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
