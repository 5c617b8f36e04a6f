import { powers } from '#shared/contract/access/roles.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';

const types = [1, 2, 3];
const group = rowsOf(powers, 'power_name', { query: { type: 1 } });

export function PermissionsPage() {
  return (
    <ResourcePage
      resource={powers}
      columns={[
        'power_name',
        { key: 'power_name_en', rare: true },
        'power_code',
        'type',
        'parent_name',
        'power_url',
        'built_in',
        'remark',
        { key: 'updated_at', rare: true },
      ]}
      filters={[
        { key: 'type', choices: types },
        { key: 'parent_id', choices: group },
      ]}
      form={[
        'power_name',
        'power_name_en',
        'power_code',
        { key: 'type', choices: types },
        { key: 'parent_id', choices: group, when: ({ type }) => type !== 1 },
        { key: 'power_url', when: ({ type }) => type === 2 },
        { key: 'remark', as: 'textarea' },
      ]}
    />
  );
}
