import { Tag } from 'antd';
import { audit, auditAction } from '#shared/contract/platform.ts';
import { useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useList } from '#web/ui/useList.ts';
import { AuditDetails } from './AuditDetails.tsx';
import { auditEntities, people } from './audit-entities.ts';

const colours = {
  insert: 'success',
  update: 'processing',
  delete: 'error',
  sign_in: 'default',
  sign_in_refused: 'warning',
  sign_out: 'default',
} as const;

/** Every write, taken down by the database itself. It can be read and exported, never changed. */
export function AuditPage() {
  const t = useT();
  return (
    <Page title={t('audit.title')} hint={t('audit.hint')}>
      <DataTable
        list={useList(audit)}
        rowKey="audit_id"
        columns={[
          'at',
          { key: 'real_name', show: ({ real_name }) => real_name ?? t('audit.system') },
          'account',
          {
            key: 'action',
            show: ({ action }) => <Tag color={colours[action]}>{t(`audit.action_${action}`)}</Tag>,
          },
          { key: 'entity', show: ({ entity }) => t.tx(`audit.entity_${entity}`) },
          'entity_id',
          'ip',
          { key: 'call', rare: true },
          { key: 'request_id', rare: true },
          { key: 'before', rare: true, sortable: false },
          { key: 'after', rare: true, sortable: false },
        ]}
        filters={[
          { key: 'at', as: 'range' },
          { key: 'account', choices: people },
          { key: 'entity', choices: auditEntities },
          { key: 'action', choices: auditAction.options },
        ]}
        details={(row) => <AuditDetails entry={row} />}
      />
    </Page>
  );
}
