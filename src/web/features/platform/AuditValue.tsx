import type { ColumnKind } from '#shared/contract/resource.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { RowChoices } from '#web/ui/choices.tsx';
import { localName } from '#web/ui/local-name.ts';
import { useShow } from '#web/ui/useShow.ts';
import { references } from './audit-references.ts';

interface AuditValueProps {
  words: string;
  field: string;
  /** Type of the field, if known. */
  kind: ColumnKind | undefined;
  value: unknown;
}

/** Formats an audited value: choices by their words, references by their names. */
export function AuditValue({ words, field, kind, value }: AuditValueProps) {
  const t = useT();
  const show = useShow();
  // The log never contains secrets, only that one changed.
  if (field === 'password_hash' || field === 'secret') {
    return t(value === '***' ? 'audit.secret_kept' : 'audit.secret_changed');
  }
  // Refused sign-ins store the name of the result code as reason.
  if (field === 'reason' && t.has(`faults.${String(value)}`)) return t.tx(`faults.${String(value)}`);
  if (field === 'kind' && t.has(`commandKinds.${String(value)}`))
    return t.tx(`commandKinds.${String(value)}`);
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return '–';
  const rows = references[field];
  if (rows && value !== null && value !== undefined) return <Names rows={rows} ids={[value].flat()} />;
  return show(words, field, value, kind);
}

/** Deleted or invisible rows are shown by id. */
function Names({ rows, ids }: { rows: RowChoices; ids: readonly unknown[] }) {
  const t = useT();
  const language = useLanguage();
  const answer = useCall(rows.list, { page_size: 1000, ...rows.query }, { staleMs });
  const names = ids.map((id) => {
    const row = answer.data?.data_info.find((one) => one[rows.id] === id);
    return row ? localName(row, rows.label, language) : `#${id}`;
  });
  const list = names.join(t('lists.between'));
  return names.length > 1 ? t('audit.items', { count: names.length, list }) : list;
}
