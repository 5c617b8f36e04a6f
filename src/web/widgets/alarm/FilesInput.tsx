import { CloseOutlined, PaperClipOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import { useState } from 'react';
import { explain } from '#web/api/explain.ts';
import { useToast } from '#web/api/toasts.ts';
import { upload } from '#web/api/upload.ts';
import { useT } from '#web/i18n.ts';
import styles from './alarm.module.css';

export interface Attached {
  file_id: number;
  file_name: string;
}

interface FilesInputProps {
  value?: readonly Attached[];
  onChange?(files: Attached[]): void;
  /** Called with true while a file is uploading; the form must not be saved then. */
  onBusy(busy: boolean): void;
}

const most = 20;

/** Attachments; each is uploaded as soon as it is selected. */
export function FilesInput({ value = [], onChange, onBusy }: FilesInputProps) {
  const t = useT();
  const toast = useToast();
  const [isSending, setSending] = useState(false);

  const take = async (chosen: readonly File[]) => {
    setSending(true);
    onBusy(true);
    let files = [...value];
    for (const file of chosen.slice(0, most - value.length)) {
      try {
        files = [...files, await upload(file)];
        onChange?.(files);
      } catch (error) {
        toast.error(explain(t, error));
      }
    }
    setSending(false);
    onBusy(false);
  };
  return (
    <>
      <Upload
        multiple
        showUploadList={false}
        disabled={isSending || value.length >= most}
        beforeUpload={(file, all) => {
          // antd calls this once per file of a selection: the first call takes them all.
          if (file === all[0]) void take(all);
          return false;
        }}
      >
        <Button icon={<PaperClipOutlined />} loading={isSending} disabled={value.length >= most}>
          {t('alarmLog.files_add')}
        </Button>
      </Upload>
      {value.length > 0 && (
        <ul className={styles.files}>
          {value.map(({ file_id, file_name }) => (
            <li key={file_id}>
              <span>{file_name}</span>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('alarmLog.file_remove', { name: file_name })}
                onClick={() => onChange?.(value.filter((one) => one.file_id !== file_id))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
