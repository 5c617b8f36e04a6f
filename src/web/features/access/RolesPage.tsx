import { roles } from '#shared/contract/access/roles.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';

export function RolesPage() {
  const t = useT();
  return (
    <ResourcePage
      resource={roles}
      columns={[
        'role_name',
        { key: 'role_name_en', rare: true },
        'built_in',
        'user_count',
        {
          key: 'power_count',
          show: ({ role_id, power_count }) => (role_id === 0 ? t('roles.all_powers') : power_count),
        },
        'sees_all_sites',
        'remark',
        'updated_at',
      ]}
      form={['role_name', 'role_name_en', 'sees_all_sites', { key: 'remark', as: 'textarea' }]}
      rowActions={({ role_id }) => [
        { label: t('roles.permissions'), to: `/userconfigs/rolepermissions?role_id=${role_id}` },
      ]}
    />
  );
}
