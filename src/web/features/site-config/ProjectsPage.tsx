import { projects } from '#shared/contract/products.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';

export function ProjectsPage() {
  return (
    <ResourcePage
      resource={projects}
      columns={['project_name', 'site_count', 'remark', 'updated_at']}
      form={['project_name', { key: 'remark', as: 'textarea' }]}
    />
  );
}
