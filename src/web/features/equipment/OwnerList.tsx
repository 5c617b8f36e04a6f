import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { users } from '#shared/contract/access/users.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { PickList } from '#web/ui/PickList.tsx';
import { useSettled } from '#web/ui/useSettled.ts';
import styles from './user-equipment.module.css';

/** A user, or a group whose members inherit its sites. */
export interface Owner {
  kind: 'user_id' | 'user_group_id';
  id: number;
}

interface OwnerListProps {
  chosen: Owner | undefined;
  onChoose(owner: Owner): void;
}

const kinds = ['user_id', 'user_group_id'] as const;

export function OwnerList({ chosen, onChoose }: OwnerListProps) {
  const t = useT();
  const [kind, setKind] = useState(chosen?.kind ?? 'user_id');
  const [wanted, setWanted] = useState('');
  const { owners, total, answer } = useOwners(kind, useSettled(wanted.trim()));
  return (
    <nav className={styles.owners} aria-label={t('equipment.owners')}>
      <Segmented
        block
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`equipment.${value}`) }))}
        onChange={(value) => {
          setKind(value);
          setWanted('');
        }}
      />
      <Input
        placeholder={t(`equipment.find_${kind}`)}
        aria-label={t(`equipment.find_${kind}`)}
        allowClear
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {answer.error && !answer.data && (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <ListSkeleton />}
      <PickList
        items={owners}
        picked={chosen?.kind === kind ? chosen.id : undefined}
        onPick={(id) => onChoose({ kind, id })}
      />
      {answer.data && owners.length === 0 && <p className={styles.soft}>{t('common.no_matches')}</p>}
      {total > owners.length && <p className={styles.soft}>{t('equipment.more_owners', { total })}</p>}
    </nav>
  );
}

const shownAtMost = 100;

function useOwners(kind: Owner['kind'], keyword: string) {
  const t = useT();
  const language = useLanguage();
  const query = { page_size: shownAtMost, ...(keyword ? { keyword } : {}) };
  const people = useCall(users.list, query, { enabled: kind === 'user_id', keepPrevious: true });
  const groups = useCall(userGroups.list, query, { enabled: kind === 'user_group_id', keepPrevious: true });
  if (kind === 'user_id') {
    const owners = people.data?.data_info.map((user) => ({
      id: user.user_id,
      name: `${user.real_name} ${user.account}`,
      note: localName(user, 'role_name', language),
    }));
    return { owners: owners ?? [], total: people.data?.total ?? 0, answer: people };
  }
  const owners = groups.data?.data_info.map(({ user_group_id, user_group_name, member_count }) => ({
    id: user_group_id,
    name: user_group_name,
    note: t('equipment.members', { count: member_count }),
  }));
  return { owners: owners ?? [], total: groups.data?.total ?? 0, answer: groups };
}
