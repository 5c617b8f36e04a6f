import { basins } from '#shared/contract/site-config/regions.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';

export function BasinsPage() {
  return (
    <ResourcePage
      resource={basins}
      columns={['basin_name', 'site_count', 'remark', 'updated_at']}
      form={['basin_name', { key: 'remark', as: 'textarea' }]}
    />
  );
}
