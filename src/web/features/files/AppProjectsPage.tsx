import type { AnswerOf } from '#shared/contract/define.ts';
import { appProjects } from '#shared/contract/files/apps.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { localName } from '#web/ui/local-name.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { AppQrDialog } from './AppQrDialog.tsx';

type Project = AnswerOf<typeof appProjects.list>['data_info'][number];

export function AppProjectsPage() {
  const t = useT();
  const language = useLanguage();
  const shown = useOpened<Project>();
  return (
    <>
      <ResourcePage
        resource={appProjects}
        columns={[
          'project_name',
          { key: 'project_name_en', rare: true },
          'is_public',
          'file_count',
          'remark',
          'updated_at',
        ]}
        form={['project_name', 'project_name_en', 'is_public', { key: 'remark', as: 'textarea' }]}
        rowActions={(project) => [
          {
            label: t('appProjects.qr'),
            refused: project.is_public ? undefined : t('appProjects.not_public'),
            run: () => shown.open(project),
          },
          {
            label: t('appProjects.files'),
            to: `/assistconfigs/appfiles?app_project_id=${project.app_project_id}`,
          },
        ]}
      />
      {shown.show((project) => (
        <AppQrDialog
          name={localName(project, 'project_name', language)}
          projectId={project.app_project_id}
          onClosed={shown.closed}
        />
      ))}
    </>
  );
}
