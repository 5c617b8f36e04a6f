import { userGroups } from '#shared/contract/groups/groups.ts';
import { themes } from '#shared/contract/groups/themes.ts';
import { useT } from '#web/i18n.ts';
import { ResourcePage } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';

export function UserGroupsPage() {
  const t = useT();
  return (
    <ResourcePage
      resource={userGroups}
      columns={['user_group_name', 'member_count', 'theme_name', 'remark', 'updated_at']}
      form={[
        'user_group_name',
        { key: 'theme_id', choices: rowsOf(themes, 'theme_name') },
        { key: 'remark', as: 'textarea' },
      ]}
      rowActions={({ user_group_id }) => [
        { label: t('userGroups.manage'), to: `/userconfigs/usergroupmanagement?group=${user_group_id}` },
      ]}
    />
  );
}
