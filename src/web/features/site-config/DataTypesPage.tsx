import { dataTypes } from '#shared/contract/site-config/agreements.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';

export function DataTypesPage() {
  return (
    <ResourcePage
      resource={dataTypes}
      columns={[
        'data_type_name',
        { key: 'data_type_name_en', rare: true },
        'cn',
        'remark',
        { key: 'updated_at', rare: true },
      ]}
      form={['cn', 'data_type_name', 'data_type_name_en', { key: 'remark', as: 'textarea' }]}
    />
  );
}
