import { FileExcelOutlined } from '@ant-design/icons';
import { Progress, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '#shared/domain/numbers.ts';
import { CallError } from '#web/api/call-error.ts';
import { uploadInChunks } from '#web/api/chunked-upload.ts';
import { explain } from '#web/api/explain.ts';
import { useToast } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';
import styles from './history-import.module.css';

/** Upload of any size; choosing an interrupted file again resumes it. */
export function UploadStep({ onUploaded }: { onUploaded(file_id: number): void }) {
  const t = useT();
  const toast = useToast();
  const [sending, setSending] = useState<{ size: number; sent: number }>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const take = async (file: File) => {
    stop.current = new AbortController();
    setSending({ size: file.size, sent: 0 });
    try {
      const { file_id } = await uploadInChunks(file, {
        purpose: 'attachment',
        signal: stop.current.signal,
        onProgress: (sent) => setSending({ size: file.size, sent }),
      });
      onUploaded(file_id);
    } catch (error) {
      if (error instanceof CallError && error.kind === 'cancelled') return;
      toast.error(explain(t, error));
      setSending(undefined);
    }
  };
  return (
    <section className={styles.drop}>
      <Upload.Dragger
        accept=".xlsx,.csv,.txt"
        showUploadList={false}
        disabled={sending !== undefined}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <FileExcelOutlined className={styles.icon} aria-hidden />
        {sending ? (
          <div className={styles.sending}>
            <p>
              {t('historyImport.uploading', {
                sent: formatBytes(sending.sent),
                size: formatBytes(sending.size),
              })}
            </p>
            <Progress
              percent={Math.floor((sending.sent / Math.max(1, sending.size)) * 100)}
              size="small"
              aria-label={t('common.upload')}
            />
          </div>
        ) : (
          <>
            <p>{t('historyImport.drop')}</p>
            <p className={styles.soft}>{t('historyImport.accept')}</p>
            <p className={styles.soft}>{t('historyImport.accept_more')}</p>
          </>
        )}
      </Upload.Dragger>
    </section>
  );
}
