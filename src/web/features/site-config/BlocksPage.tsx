import { blocks } from '#shared/contract/site-config/regions.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { regionFilter } from '#web/widgets/filters.tsx';
import { RegionCascader } from '#web/widgets/RegionCascader.tsx';

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
      filters={[regionFilter]}
      form={[{ key: 'area_code', editor: <RegionCascader /> }, 'block_code', 'block_name']}
    />
  );
}
