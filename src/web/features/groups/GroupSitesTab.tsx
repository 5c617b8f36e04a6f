import { Table } from 'antd';
import { Link } from 'react-router';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import type { Group } from './group.ts';
import styles from './group-management.module.css';

/** Sites that members inherit; they are granted on the user equipment page. */
export function GroupSitesTab({ group: { user_group_id } }: { group: Group }) {
  const t = useT();
  const answer = useCall(equipment.data, { user_group_id });
  if (!answer.data) {
    if (!answer.error) return <ListSkeleton />;
    return <ListError error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  const { data_info, total, given } = answer.data;
  const change = (
    <Link to={`/userconfigs/userequipment?user_group_id=${user_group_id}`}>{t('groupAdmin.set_sites')}</Link>
  );
  if (total === 0) {
    return (
      <EmptyState title={t('groupAdmin.no_sites')} hint={t('groupAdmin.no_sites_hint')}>
        {change}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles.summary}>
        <span>
          {t('groupAdmin.sites_given', {
            total,
            sites: given.site_ids.length,
            regions: given.region_codes.length,
            projects: given.project_ids.length,
          })}
        </span>
        {change}
      </p>
      <Table
        size="small"
        rowKey="site_id"
        dataSource={data_info}
        pagination={{ hideOnSinglePage: true, pageSize: 20, showSizeChanger: false }}
        columns={[
          {
            key: 'site_name',
            title: t('sites.site_name'),
            render: (_value, { site_name, mn }) => <Link to={`/sites/${mn}`}>{site_name}</Link>,
          },
          { dataIndex: 'mn', title: t('sites.mn') },
        ]}
      />
    </>
  );
}
