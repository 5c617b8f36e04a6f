import { Steps } from 'antd';
import { useSearchParams } from 'react-router';
import { useT } from '#web/i18n.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import styles from './history-import.module.css';
import { UploadStep } from './UploadStep.tsx';

/** From a file to its check. The file is in the URL, so that a reload continues. */
export function NewImport() {
  const [params, setParams] = useSearchParams();
  const file_id = Number(params.get('file')) || undefined;
  const like = Number(params.get('like')) || undefined;
  return (
    <>
      <ImportSteps current={file_id === undefined ? 0 : 1} />
      {file_id === undefined ? (
        <UploadStep onUploaded={(id) => setParams({ new: '1', file: String(id) })} />
      ) : (
        <ColumnsStep
          key={file_id}
          file_id={file_id}
          like={like}
          onOther={() => setParams({ new: '1' })}
          onChecking={(import_id) => setParams({ import: String(import_id) })}
        />
      )}
    </>
  );
}

export function ImportSteps({ current }: { current: number }) {
  const t = useT();
  return (
    <Steps
      className={styles.steps}
      size="small"
      current={current}
      items={(['file', 'columns', 'check', 'done'] as const).map((step) => ({
        title: t(`historyImport.step_${step}`),
      }))}
    />
  );
}
