import { InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Progress, Upload } from 'antd';
import { useEffect } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { fileList, uploads } from '#shared/contract/files/files.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { explain } from '#web/api/explain.ts';
import {
  dismiss,
  enqueue,
  isResumable,
  pause,
  type QueuedFile,
  resume,
  useUploadQueue,
} from '#web/api/upload-queue.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import styles from './files.module.css';

type Unfinished = AnswerOf<typeof uploads.unfinished>['uploads'][number];

/** Drop zone and upload progress, including uploads interrupted before the page was loaded. */
export function UploadPanel() {
  const t = useT();
  const queue = useUploadQueue();
  const limits = useCall(uploads.limits, {}, { staleMs: Number.POSITIVE_INFINITY }).data;
  const unfinished = useCall(uploads.unfinished, {}).data?.uploads ?? [];
  const inHand = new Set(queue.map(({ file }) => `${file.name} ${file.size}`));
  const broken = unfinished.filter(({ file_name, size }) => !inHand.has(`${file_name} ${size}`));
  useReload(queue);
  return (
    <section className={styles.panel} aria-label={t('files.upload')}>
      <Upload.Dragger
        multiple
        showUploadList={false}
        accept={limits?.types.map((type) => `.${type}`).join(',')}
        beforeUpload={(file) => {
          enqueue(file);
          return false;
        }}
      >
        <InboxOutlined className={styles.icon} aria-hidden />
        <p>{t('files.drop')}</p>
        {limits && (
          <p className={styles.soft}>
            {t('files.limits', { max: formatBytes(limits.max_bytes), types: limits.types.join(' ') })}
          </p>
        )}
      </Upload.Dragger>
      {queue.length + broken.length > 0 && (
        <ul className={styles.queue}>
          {queue.map((item) => (
            <QueueItem key={item.key} item={item} />
          ))}
          {broken.map((upload) => (
            <BrokenItem key={upload.upload_id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Refreshes the list after each finished upload. */
function useReload(queue: readonly QueuedFile[]): void {
  const client = useQueryClient();
  const settled = queue.filter(({ state }) => state === 'done' || state === 'failed').length;
  useEffect(() => {
    if (settled === 0) return;
    for (const { path } of [fileList.list, uploads.unfinished])
      void client.invalidateQueries({ queryKey: [path] });
  }, [client, settled]);
}

const statuses = {
  waiting: 'normal',
  sending: 'active',
  paused: 'normal',
  failed: 'exception',
  done: 'success',
} as const;

function QueueItem({ item }: { item: QueuedFile }) {
  const t = useT();
  const { file, sent, state, error } = item;
  const percent = state === 'done' ? 100 : Math.floor((sent / Math.max(file.size, 1)) * 100);
  return (
    <li>
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <span className={styles.soft}>
        {state === 'sending'
          ? t('files.sent', { sent: formatBytes(sent), size: formatBytes(file.size) })
          : t(`files.state_${state}`)}
      </span>
      <span className={styles.acts}>
        {(state === 'waiting' || state === 'sending') && (
          <Button size="small" type="link" onClick={() => pause(item)}>
            {t('files.pause')}
          </Button>
        )}
        {isResumable(item) && (
          <Button size="small" type="link" onClick={() => resume(item)}>
            {t('files.resume')}
          </Button>
        )}
        {state !== 'sending' && (
          <Button size="small" type="link" onClick={() => dismiss(item)}>
            {t('files.dismiss')}
          </Button>
        )}
      </span>
      <Progress percent={percent} size="small" status={statuses[state]} aria-label={file.name} />
      {error !== undefined && <p className={styles.error}>{explain(t, error)}</p>}
    </li>
  );
}

function BrokenItem({ upload: { upload_id, file_name, size, received } }: { upload: Unfinished }) {
  const t = useT();
  const cancel = useAction(uploads.cancel, { refresh: [uploads.unfinished] });
  return (
    <li>
      <span className={styles.name} title={file_name}>
        {file_name}
      </span>
      <span className={styles.soft}>{t('files.broken')}</span>
      <span className={styles.acts}>
        <Button
          size="small"
          type="link"
          loading={cancel.pending}
          onClick={() => void cancel.run({ upload_id }).catch(() => undefined)}
        >
          {t('files.discard')}
        </Button>
      </span>
      <Progress
        percent={Math.floor((received / Math.max(size, 1)) * 100)}
        size="small"
        aria-label={file_name}
      />
    </li>
  );
}
