import { users } from '#shared/contract/access/users.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import type { Action } from '#web/ui/actions.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Named } from '#web/ui/Named.tsx';
import { useList } from '#web/ui/useList.ts';
import { UserStatusMark } from '#web/widgets/UserStatusMark.tsx';
import { AddPeople } from './AddPeople.tsx';
import type { Group } from './group.ts';

const refresh = [users.list, userGroups.list, groupMembers.notInGroup];

export function MembersTab({ group: { user_group_id, user_group_name } }: { group: Group }) {
  const t = useT();
  const list = useList(users, { user_group_id });
  const mayWrite = useMay(groupMembers.remove.needs);
  const remove = useAction(groupMembers.remove, { refresh, done: 'groupAdmin.removed' });
  const removal = (chosen: readonly { user_id: number; real_name: string }[]): Action => ({
    label: t('groupAdmin.remove'),
    danger: true,
    question: {
      title: t('groupAdmin.remove_title', { count: chosen.length, group: user_group_name }),
      text: <Named names={chosen.map(({ real_name }) => real_name)}>{t('groupAdmin.remove_text')}</Named>,
      ok: t('groupAdmin.remove'),
      danger: true,
    },
    run: () => remove.run({ user_group_id, user_ids: chosen.map(({ user_id }) => user_id) }),
  });
  return (
    <>
      {mayWrite && <NewMembers user_group_id={user_group_id} />}
      <DataTable
        list={list}
        rowKey="user_id"
        columns={[
          'real_name',
          'account',
          'mobile',
          'role_name',
          { key: 'status', show: (user) => <UserStatusMark user={user} /> },
          { key: 'remark', rare: true },
        ]}
        rowActions={mayWrite ? (user) => [removal([user])] : undefined}
        batchActions={mayWrite ? (chosen) => [removal(chosen)] : undefined}
      />
    </>
  );
}

function NewMembers({ user_group_id }: { user_group_id: number }) {
  const t = useT();
  const outside = useCall(groupMembers.notInGroup, { user_group_id, page_size: 1000 });
  const add = useAction(groupMembers.add, { refresh, done: 'groupAdmin.added' });
  return (
    <AddPeople
      label={t('groupAdmin.add_members')}
      add={t('groupAdmin.add')}
      people={outside.data?.data_info}
      onAdd={(user_ids) => add.run({ user_group_id, user_ids })}
      pending={add.pending}
    />
  );
}
