import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { roles } from '#shared/contract/access/roles.ts';
import { userImport, userStatus, users } from '#shared/contract/access/users.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { usePasswordRule } from '#web/api/face.ts';
import { useMay } from '#web/api/powers.ts';
import { useSession } from '#web/api/session.ts';
import { useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { rowsOf } from '#web/ui/choices.tsx';
import { ImportButton } from '#web/ui/ImportButton.tsx';
import { ImportDialog } from '#web/ui/ImportDialog.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useOpened } from '#web/ui/useOpened.tsx';
import { UserStatusMark } from '#web/widgets/UserStatusMark.tsx';
import { OnlineUsers } from './OnlineUsers.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { UserLosses } from './UserLosses.tsx';
import { type User, useUserActions } from './useUserActions.tsx';

const role = rowsOf(roles, 'role_name');
/** Only a super administrator can grant role 0. */
const grantable = rowsOf(roles, 'role_name', { unpickable: 0 });
const group = rowsOf(userGroups, 'user_group_name');

/** Accounts, and online users in a second tab. */
export function UsersPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const tab = params.get('view') === 'online' ? 'online' : 'accounts';
  const tabs = (
    <Tabs
      activeKey={tab}
      // Clears the query of the other tab.
      onChange={(key) => setParams(key === 'online' ? { view: key } : {}, { replace: true })}
      items={[
        { key: 'accounts', label: t('users.tab_accounts') },
        { key: 'online', label: t('users.tab_online') },
      ]}
    />
  );
  if (tab === 'accounts') return <Accounts tabs={tabs} />;
  return (
    <Page hint={t('onlineUsers.hint')}>
      {tabs}
      <OnlineUsers />
    </Page>
  );
}

function Accounts({ tabs }: { tabs: ReactNode }) {
  const t = useT();
  const mayWrite = useMay(users.add.needs);
  const isSuper = useSession()?.user.role_id === 0;
  const resetting = useOpened<User>();
  const importing = useOpened<void>();
  const passwordRule = usePasswordRule();
  const { rowActions, batchActions, whyKept } = useUserActions(resetting.open);
  return (
    <>
      <ResourceList
        resource={users}
        columns={[
          { key: 'account', imported: true },
          { key: 'real_name', imported: true },
          { key: 'mobile', imported: true },
          { key: 'role_name', imported: true },
          { key: 'status', show: (user) => <UserStatusMark user={user} /> },
          { key: 'group_names', sortable: false },
          'last_login_at',
          'remark',
          { key: 'created_at', rare: true },
        ]}
        filters={[
          { key: 'role_id', choices: role },
          { key: 'status', choices: userStatus.options },
          { key: 'user_group_id', choices: group },
        ]}
        form={[
          'account',
          'real_name',
          { key: 'password', as: 'password', help: passwordRule },
          'mobile',
          { key: 'role_id', choices: isSuper ? role : grantable },
          { key: 'remark', as: 'textarea' },
        ]}
        rowActions={mayWrite ? rowActions : undefined}
        whyKept={whyKept}
        losses={(rows) => <UserLosses user_ids={rows.map(({ user_id }) => user_id)} />}
        batchActions={mayWrite ? batchActions : undefined}
        frame={(add, list) => (
          <Page
            hint={t('users.hint')}
            actions={
              <>
                {mayWrite && <ImportButton onOpen={importing.open} />}
                {add}
              </>
            }
          >
            {tabs}
            {list}
          </Page>
        )}
      />
      {resetting.show((user) => (
        <ResetPassword user={user} onClosed={resetting.closed} />
      ))}
      {importing.show(() => (
        <ImportDialog name="users" calls={userImport} refresh={[users.list]} onClosed={importing.closed} />
      ))}
    </>
  );
}
