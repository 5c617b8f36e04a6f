import { Drawer } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { powerHolders, type powers } from '#shared/contract/access/roles.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import styles from './role-permissions.module.css';

export type Power = AnswerOf<typeof powers.list>['data_info'][number];
type Holders = AnswerOf<typeof powerHolders.data>;

/** Roles and accounts that have a power, with links to edit them. */
export function PowerHolders({ power, onClosed }: { power: Power; onClosed(): void }) {
  const t = useT();
  const language = useLanguage();
  const [open, setOpen] = useState(true);
  const answer = useCall(powerHolders.data, { power_id: power.power_id });
  return (
    <Drawer
      title={t('powers.holders_title', { name: localName(power, 'power_name', language) })}
      size={440}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => {
        if (!shown) onClosed();
      }}
    >
      {answer.data ? (
        <HolderLists holders={answer.data} />
      ) : answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Drawer>
  );
}

function HolderLists({ holders: { roles, users, user_count } }: { holders: Holders }) {
  const t = useT();
  const language = useLanguage();
  const more = user_count - (users?.length ?? 0);
  return (
    <div className={styles.holders}>
      <h3>{t('powers.holders_roles')}</h3>
      <ul>
        {roles.map((role) => (
          <li key={role.role_id}>
            <Link to={`/userconfigs/rolepermissions?role_id=${role.role_id}`}>
              {localName(role, 'role_name', language)}
            </Link>
            <span>{t('roles.users_of_role', { count: role.user_count })}</span>
          </li>
        ))}
      </ul>
      <h3>{t('powers.holders_users', { count: user_count })}</h3>
      {users === null && <p>{t('powers.holders_users_locked')}</p>}
      {users?.length === 0 && <p>{t('powers.holders_users_none')}</p>}
      <ul>
        {users?.map(({ user_id, account, real_name, role_id }) => (
          <li key={user_id}>
            <Link to={`/userconfigs/users?keyword=${encodeURIComponent(account)}`}>{real_name}</Link>
            <span>{`${account} · ${roleName(roles, role_id, language)}`}</span>
          </li>
        ))}
      </ul>
      {users && more > 0 && <p>{t('powers.holders_more', { count: more })}</p>}
    </div>
  );
}

function roleName(roles: Holders['roles'], role_id: number, language: 'zh' | 'en'): string {
  const role = roles.find((one) => one.role_id === role_id);
  return role ? localName(role, 'role_name', language) : '';
}
