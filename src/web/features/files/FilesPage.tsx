import { fileList, files } from '#shared/contract/files/files.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useRemoval } from '#web/pages/useRemoval.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { download } from '#web/ui/download.ts';
import { Page } from '#web/ui/Page.tsx';
import { useList } from '#web/ui/useList.ts';
import { UploadPanel } from './UploadPanel.tsx';

const removable = { ...fileList, id: 'file_id', remove: files.removeMany } as const;

export function FilesPage() {
  const t = useT();
  const list = useList(fileList);
  const mayUpload = useMay(files.upload.needs);
  const removal = useRemoval(removable, 'file_name');
  const address = useAction(files.download);
  const fetchFile = async (file_id: number) => download((await address.run({ file_id })).url);
  return (
    <Page hint={t('files.hint')}>
      {mayUpload && <UploadPanel />}
      <DataTable
        list={list}
        rowKey="file_id"
        columns={[
          'file_name',
          'file_type',
          { key: 'size', show: ({ size }) => formatBytes(size) },
          'uploader',
          'created_at',
          { key: 'sha256', rare: true },
        ]}
        filters={[
          { key: 'file_type', as: 'text' },
          { key: 'created_at', as: 'range' },
        ]}
        rowActions={(file) => [
          { label: t('files.download'), run: () => fetchFile(file.file_id) },
          ...removal.actions([file]),
        ]}
        batchActions={removal.may ? removal.actions : undefined}
      />
    </Page>
  );
}
