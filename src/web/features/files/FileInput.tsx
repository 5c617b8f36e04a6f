import { UploadOutlined } from '@ant-design/icons';
import { Button, Progress, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { FilePurpose } from '#shared/contract/files/files.ts';
import { CallError } from '#web/api/call-error.ts';
import { uploadInChunks } from '#web/api/chunked-upload.ts';
import { explain } from '#web/api/explain.ts';
import { useToast } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';
import styles from './files.module.css';

interface FileInputProps {
  purpose: FilePurpose;
  /** Set by the form. */
  id?: string;
  value?: number | null;
  onChange?(file_id: number): void;
}

/** File input for forms; the value is the id of the uploaded file. Closing the form cancels the upload. */
export function FileInput({ purpose, id, value, onChange }: FileInputProps) {
  const t = useT();
  const toast = useToast();
  const [chosen, setChosen] = useState<File>();
  const [sent, setSent] = useState<number>();
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);

  const take = async (file: File) => {
    setChosen(file);
    setSent(0);
    try {
      const { signal } = stop.current;
      const stored = await uploadInChunks(file, { purpose, signal, onProgress: setSent });
      onChange?.(stored.file_id);
    } catch (error) {
      setChosen(undefined);
      if (!(error instanceof CallError && error.kind === 'cancelled')) toast.error(explain(t, error));
    } finally {
      setSent(undefined);
    }
  };
  const percent = Math.floor(((sent ?? 0) / Math.max(chosen?.size ?? 1, 1)) * 100);
  return (
    <div className={styles.input}>
      <Upload
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <Button id={id} icon={<UploadOutlined />} loading={sent !== undefined}>
          {t('files.choose')}
        </Button>
      </Upload>
      <span className={styles.soft}>{chosen?.name ?? (value ? t('files.chosen') : '')}</span>
      {sent !== undefined && <Progress percent={percent} size="small" aria-label={t('files.upload')} />}
    </div>
  );
}
