import { Input, Tabs } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { users } from '#shared/contract/access/users.ts';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { themes } from '#shared/contract/groups/themes.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { PickList } from '#web/ui/PickList.tsx';
import { useLeaving } from '#web/ui/useConfirm.ts';
import { DutyTab } from './DutyTab.tsx';
import { GroupSitesTab } from './GroupSitesTab.tsx';
import { GroupThemeTab } from './GroupThemeTab.tsx';
import type { Group } from './group.ts';
import styles from './group-management.module.css';
import { MembersTab } from './MembersTab.tsx';

/** Members, theme, sites and duty of a group. Group and tab are in the URL. */
export function GroupManagementPage() {
  const t = useT();
  const leave = useLeaving();
  const [params, setParams] = useSearchParams();
  const [dirty, setDirty] = useState(false);
  const [wanted, setWanted] = useState('');
  const answer = useCall(userGroups.list, { page_size: 1000 });
  const groups = answer.data?.data_info;
  const asked = params.get('group');
  const group = groups?.find(({ user_group_id }) => asked === null || String(user_group_id) === asked);
  const tab = params.get('tab') ?? 'members';
  const go = (to: { group?: number; tab?: string }) =>
    leave(dirty, () => {
      setDirty(false);
      setParams({ group: String(to.group ?? group?.user_group_id), tab: to.tab ?? tab }, { replace: true });
    });

  if (!groups) {
    return (
      <Page hint={t('groupAdmin.hint')}>
        {answer.error ? (
          <ListError error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </Page>
    );
  }
  const found = groups.filter(({ user_group_name }) =>
    user_group_name.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <Page hint={t('groupAdmin.hint')}>
      <div className={styles.layout}>
        <nav className={styles.groups} aria-label={t('groupAdmin.pick_group')}>
          <Input
            placeholder={t('groupAdmin.find_group')}
            aria-label={t('groupAdmin.find_group')}
            allowClear
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
          />
          <PickList
            items={found.map(({ user_group_id, user_group_name, member_count }) => ({
              id: user_group_id,
              name: user_group_name,
              note: t('equipment.members', { count: member_count }),
            }))}
            picked={group?.user_group_id}
            onPick={(chosen) => go({ group: chosen })}
          />
        </nav>
        <section className={styles.sheet} aria-label={group?.user_group_name}>
          {group ? (
            <GroupTabs
              key={group.user_group_id}
              group={group}
              tab={tab}
              onTab={(chosen) => go({ tab: chosen })}
              onDirty={setDirty}
            />
          ) : (
            <EmptyState
              title={t(groups.length === 0 ? 'groupAdmin.none_yet' : 'groupAdmin.no_group')}
              hint={t('groupAdmin.no_group_hint')}
            >
              <Link to="/userconfigs/usergroups">{t('groupAdmin.to_groups')}</Link>
            </EmptyState>
          )}
        </section>
      </div>
    </Page>
  );
}

interface GroupTabsProps {
  group: Group;
  tab: string;
  onTab(tab: string): void;
  onDirty(dirty: boolean): void;
}

function GroupTabs({ group, tab, onTab, onDirty }: GroupTabsProps) {
  const t = useT();
  const mayMembers = useMay(users.list.needs);
  const maySites = useMay(equipment.data.needs);
  const mayThemes = useMay(themes.list.needs);
  const tabs = [
    ...(mayMembers ? [{ key: 'members', children: <MembersTab group={group} /> }] : []),
    ...(maySites ? [{ key: 'sites', children: <GroupSitesTab group={group} /> }] : []),
    ...(mayThemes ? [{ key: 'theme', children: <GroupThemeTab group={group} /> }] : []),
    { key: 'duty', children: <DutyTab group={group} onDirty={onDirty} /> },
  ];
  return (
    <Tabs
      activeKey={tabs.find(({ key }) => key === tab)?.key ?? tabs[0]?.key}
      onChange={onTab}
      destroyOnHidden
      items={tabs.map(({ key, children }) => ({ key, label: t.tx(`groupAdmin.tab_${key}`), children }))}
    />
  );
}
