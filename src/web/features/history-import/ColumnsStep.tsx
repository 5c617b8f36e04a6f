import { Alert, Button } from 'antd';
import { useState } from 'react';
import { historyImportCalls, type ImportMapping } from '#shared/contract/history-import/history-import.ts';
import { recognised } from '#shared/domain/file-columns.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ColumnTable } from './ColumnTable.tsx';
import { FileSettings } from './FileSettings.tsx';
import styles from './history-import.module.css';
import { missingIn, type OpenedFile } from './mapping.ts';
import { PreviewTable } from './PreviewTable.tsx';

interface ColumnsStepProps {
  file_id: number;
  /** Import whose mapping is to be edited. */
  like?: number;
  onOther(): void;
  onChecking(import_id: number): void;
}

/** Maps the columns of a file: a proposal to correct, with a preview of the first rows. */
export function ColumnsStep({ file_id, like, onOther, onChecking }: ColumnsStepProps) {
  const [read, setRead] = useState<{ like?: number; sheet?: string; heading_row?: number }>({ like });
  const opened = useCall(
    historyImportCalls.open,
    { file_id, ...read },
    { keepPrevious: true, staleMs: Number.POSITIVE_INFINITY },
  );
  return (
    <section className={styles.panel}>
      <Answered answer={opened}>
        {(file) => (
          <Mapping
            // Another sheet or heading row gets a new proposal.
            key={`${file.mapping.sheet} ${file.mapping.heading_row}`}
            file_id={file_id}
            file={file}
            onRead={(change) => setRead({ ...read, ...change, like: undefined })}
            onOther={onOther}
            onChecking={onChecking}
          />
        )}
      </Answered>
    </section>
  );
}

interface MappingProps extends ColumnsStepProps {
  file: OpenedFile;
  onRead(change: { sheet?: string; heading_row?: number }): void;
}

function Mapping({ file_id, file, onRead, onOther, onChecking }: MappingProps) {
  const t = useT();
  const [mapping, setMapping] = useState<ImportMapping>(file.mapping);
  const check = useAction(historyImportCalls.check);
  const missing = missingIn(mapping);
  const begin = async () => onChecking((await check.run({ file_id, mapping })).import_id);
  return (
    <>
      <FileSettings file={file} mapping={mapping} onChange={setMapping} onRead={onRead} />
      <header className={styles.head}>
        <h2>{t('historyImport.columns')}</h2>
        <span className={styles.note}>
          {t('historyImport.columns_hint', {
            known: recognised(mapping.columns),
            total: mapping.columns.length,
          })}
        </span>
      </header>
      <ColumnTable file={file} mapping={mapping} onChange={setMapping} />
      <header className={styles.head}>
        <h2>{t('historyImport.preview')}</h2>
        <span className={styles.note}>{t('historyImport.raw_hint')}</span>
      </header>
      {missing.length > 0 ? (
        <Alert
          className={styles.alert}
          type="warning"
          showIcon
          title={missing.map((word) => <div key={word}>{t(word)}</div>)}
        />
      ) : (
        <PreviewTable file_id={file_id} mapping={mapping} factors={file.factors} />
      )}
      <footer className={styles.foot}>
        <Button onClick={onOther}>{t('lists.import_other_file')}</Button>
        <Button
          type="primary"
          disabled={missing.length > 0}
          loading={check.pending}
          onClick={() => void begin().catch(() => undefined)}
        >
          {t('historyImport.check')}
        </Button>
      </footer>
    </>
  );
}
