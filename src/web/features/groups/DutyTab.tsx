import { useState } from 'react';
import { duty } from '#shared/contract/groups/duty.ts';
import { dutyCalendar } from '#shared/contract/groups/duty-calendar.ts';
import { groupMembers } from '#shared/contract/groups/groups.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { DutyEditor } from './DutyEditor.tsx';
import type { Group } from './group.ts';

interface DutyTabProps {
  group: Group;
  onDirty(dirty: boolean): void;
}

export function DutyTab({ group: { user_group_id }, onDirty }: DutyTabProps) {
  const t = useT();
  const roster = useCall(duty.get, { user_group_id });
  const members = useCall(groupMembers.ofGroup, { user_group_id, page_size: 1000 });
  const there = useCall(dutyCalendar.groups, {});
  const now = there.data?.data_info.find((one) => one.user_group_id === user_group_id)?.now ?? [];
  const [saves, setSaves] = useState(0);
  const reload = async () => (await roster.refetch()).data;
  // Waits for fresh data: a cached answer may have an old version.
  if (!roster.data || !roster.isFetchedAfterMount || !members.data) {
    const error = roster.error ?? members.error;
    if (!error) return <ListSkeleton />;
    return <ListError error={error} onRetry={() => void Promise.all([reload(), members.refetch()])} />;
  }
  if (members.data.total === 0) {
    return <EmptyState title={t('duty.no_members')} hint={t('duty.no_members_hint')} />;
  }
  return (
    <DutyEditor
      // A new key after saving resets the editor to the saved state.
      key={saves}
      user_group_id={user_group_id}
      roster={roster.data}
      members={members.data.data_info}
      now={now.map(({ real_name }) => real_name)}
      reload={reload}
      onSaved={async () => {
        await Promise.all([reload(), there.refetch()]);
        setSaves(saves + 1);
      }}
      onDirty={onDirty}
    />
  );
}
