import { projects } from '#shared/contract/site-config/products.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { SiteCount } from './SiteCount.tsx';

export function ProjectsPage() {
  return (
    <ResourcePage
      resource={projects}
      columns={[
        'project_name',
        {
          key: 'site_count',
          show: ({ project_id, site_count }) => (
            <SiteCount count={site_count} by="project_id" id={project_id} />
          ),
        },
        'remark',
        'updated_at',
      ]}
      form={['project_name', { key: 'remark', as: 'textarea' }]}
    />
  );
}
