import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons';
import { Button, Progress, Upload } from 'antd';
import { useState } from 'react';
import type { AnswerOf, Call } from '#shared/contract/define.ts';
import { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useToast } from '#web/api/toasts.ts';
import { upload } from '#web/api/upload.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { download } from './download.ts';
import type { ImportCalls } from './import-calls.ts';
import styles from './import-dialog.module.css';

interface ImportFileProps<Answer> {
  name: string;
  /** How to make the file; the template by default. */
  hint?: string | undefined;
  calls: Pick<ImportCalls, 'template'> & { preview: Call<{ file_id: number }, unknown, Answer> };
  onChecked(checked: Answer & { file_id: number }): void;
}

/** Template download and file upload; done when the server has parsed the file. */
export function ImportFile<Answer extends AnswerOf<ImportCalls['preview']>>({
  name,
  hint,
  calls,
  onChecked,
}: ImportFileProps<Answer>) {
  const t = useT();
  const language = useLanguage();
  const toast = useToast();
  const template = useAction(calls.template);
  const preview = useAction(calls.preview);
  const [sent, setSent] = useState<number>();

  const take = async (file: File) => {
    setSent(0);
    try {
      const { file_id } = await sending(file);
      onChecked({ ...(await preview.run({ file_id })), file_id });
    } catch (error) {
      sayColumns(error);
    } finally {
      setSent(undefined);
    }
  };
  const sending = async (file: File) => {
    try {
      return await upload(file, setSent);
    } catch (error) {
      toast.error(explain(t, error));
      throw error;
    }
  };
  /** Missing or repeated columns have no rows to show the problem at. */
  const sayColumns = (error: unknown) => {
    if (!(error instanceof CallError)) return;
    const { fields } = error;
    const named = (isRepeated: boolean) =>
      fields
        .filter(({ problem }) => (problem === 'column_repeated') === isRepeated)
        .map(({ field }) => t.tx(`${name}.${field}`))
        .join(t('lists.between'));
    const [missing, repeated] = [named(false), named(true)];
    if (missing) toast.error(t('lists.import_missing', { columns: missing }));
    if (repeated) toast.error(t('lists.import_repeated', { columns: repeated }));
  };
  const fetchTemplate = async () => download((await template.run({ language })).url);
  const percent = Math.floor((sent ?? 0) * 100);
  return (
    <div className={styles.file}>
      <Upload.Dragger
        accept=".xlsx,.csv"
        showUploadList={false}
        disabled={sent !== undefined}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <FileExcelOutlined className={styles.icon} aria-hidden />
        {sent === undefined ? (
          <>
            <p>{t('lists.import_drop')}</p>
            <p className={styles.soft}>{t('lists.import_accept')}</p>
          </>
        ) : (
          <>
            <p>{percent < 100 ? t('lists.import_uploading', { percent }) : t('lists.import_checking')}</p>
            <Progress percent={percent} size="small" showInfo={false} aria-label={t('common.upload')} />
          </>
        )}
      </Upload.Dragger>
      <p className={styles.soft}>
        {hint ?? t('lists.import_template_hint')}
        <Button
          type="link"
          size="small"
          icon={<DownloadOutlined />}
          loading={template.pending}
          onClick={() => void fetchTemplate().catch(() => undefined)}
        >
          {t('lists.import_template')}
        </Button>
      </p>
    </div>
  );
}
