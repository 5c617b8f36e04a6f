import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Result } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { rolePowers, roles } from '#shared/contract/access/roles.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useLeaving } from '#web/ui/useConfirm.ts';
import { type Held, PowerEditor, type Role } from './PowerEditor.tsx';
import { RoleList } from './RoleList.tsx';
import styles from './role-permissions.module.css';

const whole = { page_size: 1000 };

/** Edits the powers of a role. The role is in the URL, for links from the role list. */
export function RolePermissionsPage() {
  const t = useT();
  const leave = useLeaving();
  const [params, setParams] = useSearchParams();
  const [dirty, setDirty] = useState(false);
  const answer = useCall(roles.list, whole);
  const list = answer.data?.data_info;
  const wanted = params.get('role_id');
  // Default: the first editable role.
  const role = list?.find(({ role_id }) => (wanted === null ? role_id !== 0 : String(role_id) === wanted));

  const choose = (role_id: number) =>
    leave(dirty, () => setParams({ role_id: String(role_id) }, { replace: true }));
  return (
    <Page hint={t('roles.powers_hint')}>
      {answer.error && !list ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <div className={styles.layout}>
          {list ? <RoleList roles={list} chosen={role?.role_id} onChoose={choose} /> : <ListSkeleton />}
          {role && (
            <RolePowers
              key={role.role_id}
              role={role}
              readRole={async () => {
                const fresh = await answer.refetch();
                return fresh.data?.data_info.find(({ role_id }) => role_id === role.role_id) ?? role;
              }}
              onDirty={setDirty}
            />
          )}
        </div>
      )}
    </Page>
  );
}

interface RolePowersProps {
  role: Role;
  readRole(): Promise<Role>;
  onDirty(dirty: boolean): void;
}

function RolePowers({ role, readRole, onDirty }: RolePowersProps) {
  const t = useT();
  const [held, setHeld] = useState<Held>();
  // The list of role 0 contains every power.
  const all = useCall(rolePowers.data, { ...whole, role_id: 0 });
  const own = useCall(rolePowers.data, { ...whole, role_id: role.role_id });
  if (role.role_id === 0) {
    return (
      <Result
        className={styles.everything}
        icon={<SafetyCertificateOutlined />}
        title={t('roles.everything')}
        subTitle={t('roles.everything_hint')}
      />
    );
  }
  if (!all.data || !own.data) {
    const error = all.error ?? own.error;
    if (!error) return <ListSkeleton />;
    return <ListError error={error} onRetry={() => void Promise.all([all.refetch(), own.refetch()])} />;
  }

  const reload = async (): Promise<Held> => {
    const [fresh, powers] = await Promise.all([readRole(), own.refetch()]);
    return { role: fresh, powers: idsOf(powers.data?.data_info ?? []) };
  };
  return (
    <PowerEditor
      // A new key after saving resets the editor to the server's state.
      key={held?.role.version}
      all={all.data.data_info}
      held={held ?? { role, powers: idsOf(own.data.data_info) }}
      reload={reload}
      onSaved={async () => setHeld(await reload())}
      onDirty={onDirty}
    />
  );
}

function idsOf(rows: readonly { power_id: number }[]): Set<number> {
  return new Set(rows.map(({ power_id }) => power_id));
}
