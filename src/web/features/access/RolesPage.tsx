import { Tag } from 'antd';
import { roles } from '#shared/contract/roles.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { useShow } from '#web/ui/useShow.ts';

export function RolesPage() {
  const t = useT();
  const show = useShow();
  return (
    <ResourcePage
      resource={roles}
      columns={[
        'role_name',
        { key: 'role_name_en', rare: true },
        { key: 'built_in', show: ({ built_in }) => <Tag>{show('roles', 'built_in', built_in)}</Tag> },
        'user_count',
        'power_count',
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
