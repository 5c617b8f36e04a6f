import { blocks } from '#shared/contract/regions.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { RegionCascader } from '#web/ui/RegionCascader.tsx';

export function BlocksPage() {
  return (
    <ResourcePage
      resource={blocks}
      columns={[
        'block_name',
        'block_code',
        'province_name',
        'city_name',
        'area_name',
        'site_count',
        { key: 'updated_at', rare: true },
      ]}
      filters={[{ key: 'region', as: 'region' }]}
      form={[{ key: 'area_code', editor: <RegionCascader /> }, 'block_code', 'block_name']}
    />
  );
}
