import { Checkbox } from 'antd';
import { auditEntities, codeWord, entityWord } from '#shared/contract/audited.ts';
import { audit, auditAction } from '#shared/contract/platform/audit.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { localName } from '#web/ui/local-name.ts';
import { Page } from '#web/ui/Page.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { useList } from '#web/ui/useList.ts';
import { useSiteNames } from '#web/ui/useSiteNames.ts';
import { AuditDetails, type Entry } from './AuditDetails.tsx';
import { people } from './audit-references.ts';

const tones = {
  insert: 'good',
  update: 'notice',
  delete: 'bad',
  refused: 'bad',
  sign_in: 'quiet',
  sign_in_refused: 'bad',
  sign_out: 'quiet',
} as const;

/** Audit log, written by database triggers. It can be read and exported, never changed. */
export function AuditPage() {
  const t = useT();
  const { params, change } = useAddress();
  const everything = params.get('system') === 'true';
  const language = useLanguage();
  const siteName = useSiteNames();
  const nameIn = (row: Entry) => {
    const name = localName(row, 'entity_name', language);
    return siteName?.(name) ?? name;
  };
  const word = (key: string) => (t.has(key) ? t.tx(key) : undefined);
  const wordOf = (entity: string) => entityWord(word, entity) ?? entity;
  return (
    <Page
      hint={t('audit.hint')}
      actions={
        <Checkbox
          checked={everything}
          onChange={({ target }) =>
            change({ system: target.checked ? 'true' : undefined, page_index: undefined })
          }
        >
          {t('audit.with_system')}
        </Checkbox>
      }
    >
      <DataTable
        list={useList(audit, everything ? {} : { by_people: true })}
        rowKey="audit_id"
        columns={[
          'at',
          {
            key: 'real_name',
            show: ({ account, real_name }) => doerOf(t, account, real_name),
          },
          'account',
          {
            key: 'action',
            show: ({ action }) => <Status tone={tones[action]}>{t(`audit.action_${action}`)}</Status>,
          },
          { key: 'entity', show: ({ entity }) => wordOf(entity) },
          {
            key: 'entity_name',
            sortable: false,
            show: (row) => codeWord(word, row.entity, row.entity_name) || nameIn(row) || '–',
          },
          // Single-row tables have no ids.
          { key: 'entity_id', show: ({ entity_id }) => (entity_id === 'true' ? '–' : (entity_id ?? '–')) },
          'ip',
          { key: 'call', rare: true },
          { key: 'request_id', rare: true, sortable: false },
          { key: 'before', rare: true, sortable: false },
          { key: 'after', rare: true, sortable: false },
        ]}
        filters={[
          { key: 'at', as: 'range' },
          { key: 'account', choices: people },
          { key: 'entity', choices: auditEntities, wordOf },
          { key: 'entity_id', as: 'text' },
          { key: 'action', choices: auditAction.options },
        ]}
        details={(row) => <AuditDetails entry={row} />}
      />
    </Page>
  );
}

/** Automatic actions are by "system"; actions on the command line by the name given there. */
function doerOf(t: T, account: string | null, real_name: string | null): string {
  if (account === 'system') return t('audit.system');
  if (account === 'command line') return t('audit.command_line', { name: real_name ?? '' });
  return real_name ?? '–';
}
