import { Input } from 'antd';
import { useState } from 'react';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { PickList } from '#web/ui/PickList.tsx';
import type { Role } from './PowerEditor.tsx';
import styles from './role-permissions.module.css';

interface RoleListProps {
  roles: readonly Role[];
  chosen: number | undefined;
  onChoose(role_id: number): void;
}

export function RoleList({ roles, chosen, onChoose }: RoleListProps) {
  const t = useT();
  const language = useLanguage();
  const [wanted, setWanted] = useState('');
  const found = roles
    .map((role) => ({
      id: role.role_id,
      name: localName(role, 'role_name', language),
      note: t('roles.users_of_role', { count: role.user_count }),
    }))
    .filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <nav className={styles.roles} aria-label={t('roles.pick_role')}>
      <Input
        placeholder={t('roles.find_role')}
        aria-label={t('roles.find_role')}
        allowClear
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <PickList items={found} picked={chosen} onPick={onChoose} />
    </nav>
  );
}
