import { Progress } from 'antd';
import { Link } from 'react-router';
import { useUploadQueue } from '#web/api/upload-queue.ts';
import { useT } from '#web/i18n.ts';
import styles from './header.module.css';

/** Progress of background uploads; hidden if there are none. */
export function UploadMark() {
  const t = useT();
  const queue = useUploadQueue();
  const count = queue.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  if (count === 0) return null;
  // Progress over all started files, so that it does not jump back when one finishes.
  const begun = queue.filter(({ state }) => state !== 'paused' && state !== 'failed');
  const size = begun.reduce((sum, { file }) => sum + file.size, 0);
  const sent = begun.reduce((sum, { file, sent, state }) => sum + (state === 'done' ? file.size : sent), 0);
  const percent = Math.floor((sent / Math.max(size, 1)) * 100);
  const name = t('shell.uploading', { count, percent });
  return (
    <Link className={styles.tool} to="/assistconfigs/fileupload" title={name} aria-label={name}>
      <Progress type="circle" size={18} percent={percent} showInfo={false} strokeWidth={14} aria-hidden />
    </Link>
  );
}
