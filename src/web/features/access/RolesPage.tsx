import { roleActions, roles } from '#shared/contract/access/roles.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { CopyRole } from './CopyRole.tsx';
import type { Role } from './PowerEditor.tsx';

export function RolesPage() {
  const t = useT();
  const mayCopy = useMay(roleActions.copy.needs);
  const copying = useOpened<Role>();
  return (
    <>
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
        rowActions={(role) => [
          { label: t('roles.permissions'), to: `/userconfigs/rolepermissions?role_id=${role.role_id}` },
          // Role 0 has no list of powers to copy.
          ...(mayCopy && role.role_id !== 0
            ? [{ label: t('roles.copy'), run: () => copying.open(role) }]
            : []),
        ]}
      />
      {copying.show((role) => (
        <CopyRole role={role} onClosed={copying.closed} />
      ))}
    </>
  );
}
