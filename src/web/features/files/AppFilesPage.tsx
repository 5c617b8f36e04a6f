import type { AnswerOf } from '#shared/contract/define.ts';
import { appDownloads, appFiles, appPlatform, appProjects } from '#shared/contract/files/apps.ts';
import { formatBytes } from '#shared/domain/numbers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { download } from '#web/ui/download.ts';
import { localName } from '#web/ui/local-name.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AppQrDialog } from './AppQrDialog.tsx';
import { FileInput } from './FileInput.tsx';

type AppFile = AnswerOf<typeof appFiles.list>['data_info'][number];

const project = rowsOf(appProjects, 'project_name');

export function AppFilesPage() {
  const t = useT();
  const language = useLanguage();
  const shown = useOpened<AppFile>();
  const address = useAction(appDownloads.download);
  const fetchFile = async (app_file_id: number) => download((await address.run({ app_file_id })).url);
  return (
    <>
      <ResourcePage
        resource={appFiles}
        columns={[
          'project_name',
          'platform',
          'version_number',
          'file_name',
          { key: 'size', show: ({ size }) => formatBytes(size) },
          'notes',
          'created_at',
          { key: 'sha256', rare: true },
        ]}
        filters={[
          { key: 'app_project_id', choices: project },
          { key: 'platform', choices: appPlatform.options },
        ]}
        form={[
          { key: 'app_project_id', choices: project },
          { key: 'platform', choices: appPlatform.options },
          'version_number',
          { key: 'file_id', editor: <FileInput purpose="app" /> },
          { key: 'notes', as: 'textarea' },
        ]}
        rowActions={(file) => {
          const refused = file.is_public ? undefined : t('appProjects.not_public');
          return [
            { label: t('appProjects.qr'), refused, run: () => shown.open(file) },
            { label: t('files.download'), refused, run: () => fetchFile(file.app_file_id) },
          ];
        }}
      />
      {shown.show((file) => (
        <AppQrDialog
          name={localName(file, 'project_name', language)}
          projectId={file.app_project_id}
          onClosed={shown.closed}
        />
      ))}
    </>
  );
}
