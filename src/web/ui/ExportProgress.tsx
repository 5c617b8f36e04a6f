import { Button, Progress } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Job, jobs } from '#shared/contract/platform/jobs.ts';
import { type FaultName, faults } from '#shared/faults.ts';
import { CallError } from '#web/api/call-error.ts';
import { send } from '#web/api/client.ts';
import { explain } from '#web/api/explain.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { type T, useT } from '#web/i18n.ts';
import { download } from './download.ts';
import styles from './export-progress.module.css';

interface ExportProgressProps {
  jobId: number;
  title: string;
  onClose(): void;
}

const pollMs = 1000;
const readMs = 6000;

/** Rendered in a notification of the shell, so that it outlives the page that started it. */
export function ExportProgress({ jobId, title, onClose }: ExportProgressProps) {
  const t = useT();
  const [over, setOver] = useState(false);
  const answer = useCall(jobs.list, { job_id: jobId }, { shell: true, refetchMs: over ? undefined : pollMs });
  const cancel = useAction(jobs.cancel, { refresh: [jobs.list], shell: true });
  const job = answer.data?.data_info[0];
  const state = job?.state ?? 'queued';

  const fetchFile = useCallback(async () => {
    const { url } = await send(jobs.download, { job_id: jobId }, { shell: true });
    download(url);
  }, [jobId]);
  const fetched = useRef(false);
  useEffect(() => {
    if (state === 'queued' || state === 'running') return;
    setOver(true);
    if (state !== 'done' || fetched.current) return;
    fetched.current = true;
    void fetchFile().catch(() => undefined);
  }, [state, fetchFile]);
  useEffect(() => {
    if (state !== 'done' && state !== 'cancelled') return;
    const timer = setTimeout(onClose, readMs);
    return () => clearTimeout(timer);
  }, [state, onClose]);

  return (
    <div className={styles.export} role="status">
      <strong>{heading(t, state, title)}</strong>
      <Progress
        percent={percent(job)}
        size="small"
        status={state === 'failed' ? 'exception' : state === 'done' ? 'success' : 'active'}
        showInfo={false}
        aria-label={title}
      />
      <div className={styles.line}>
        <span>{progressText(t, job)}</span>
        {(state === 'queued' || state === 'running') && (
          <Button
            type="link"
            size="small"
            onClick={() => void cancel.run({ job_id: jobId }).catch(() => undefined)}
          >
            {t('lists.export_cancel')}
          </Button>
        )}
        {state === 'done' && (
          <Button type="link" size="small" onClick={() => void fetchFile().catch(() => undefined)}>
            {t('lists.export_again')}
          </Button>
        )}
      </div>
    </div>
  );
}

function heading(t: T, state: Job['state'], title: string): string {
  switch (state) {
    case 'queued':
    case 'running':
      return t('lists.export_running', { title });
    case 'done':
      return t('lists.export_done', { title });
    case 'failed':
      return t('lists.export_failed', { title });
    case 'cancelled':
      return t('lists.export_cancelled', { title });
  }
}

/** Failure of the job as a CallError, to reuse its messages. */
function failureOf({ fault, fault_detail, fault_params }: Job): CallError {
  return new CallError('refused', '', {
    ...(isFault(fault) && { fault }),
    ...(fault_detail !== null && { detail: fault_detail }),
    params: fault_params,
  });
}

function isFault(name: string | null): name is FaultName {
  return name !== null && Object.hasOwn(faults, name);
}

function percent(job: Job | undefined): number {
  if (job?.state === 'done') return 100;
  return job?.total ? Math.floor((job.done / job.total) * 100) : 0;
}

function progressText(t: T, job: Job | undefined): string {
  if (!job || job.state === 'queued') return t('lists.export_queued');
  if (job.state === 'done') return t('lists.export_done_text');
  if (job.state === 'failed') return explain(t, failureOf(job));
  return job.total === null
    ? t('lists.export_counting', { done: job.done })
    : t('lists.export_progress', { done: job.done, total: job.total });
}
