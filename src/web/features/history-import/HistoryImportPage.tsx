import { ArrowLeftOutlined, DownloadOutlined, ExportOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { historyImportCalls } from '#shared/contract/history-import/history-import.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { download } from '#web/ui/download.ts';
import { Page } from '#web/ui/Page.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { ImportList } from './ImportList.tsx';
import { ImportView } from './ImportView.tsx';
import { NewImport } from './NewImport.tsx';

/** Imports of history data: the list, one import, or a new one. */
export function HistoryImportPage() {
  const t = useT();
  const language = useLanguage();
  const [params, setParams] = useSearchParams();
  const exporting = useOpened<void>();
  const template = useAction(historyImportCalls.template);
  const fetchTemplate = async () => download((await template.run({ language })).url);
  const import_id = Number(params.get('import')) || undefined;
  const isNew = params.has('new');
  const add = (
    <Button type="primary" icon={<UploadOutlined />} onClick={() => setParams({ new: '1' })}>
      {t('historyImport.new')}
    </Button>
  );
  return (
    <Page
      hint={t('historyImports.hint')}
      actions={
        <>
          {(import_id !== undefined || isNew) && (
            <Button icon={<ArrowLeftOutlined />} onClick={() => setParams({})}>
              {t('historyImport.back')}
            </Button>
          )}
          <Button
            icon={<DownloadOutlined />}
            loading={template.pending}
            onClick={() => void fetchTemplate().catch(() => undefined)}
          >
            {t('historyImport.template')}
          </Button>
          <Button icon={<ExportOutlined />} onClick={() => exporting.open()}>
            {t('historyImport.export')}
          </Button>
          {!isNew && add}
        </>
      }
    >
      {import_id !== undefined ? (
        <ImportView key={import_id} import_id={import_id} />
      ) : isNew ? (
        <NewImport />
      ) : (
        <ImportList add={add} />
      )}
      {exporting.show(() => (
        <ExportDialog onClosed={exporting.closed} />
      ))}
    </Page>
  );
}
