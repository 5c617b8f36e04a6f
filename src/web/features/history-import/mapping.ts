import type { AnswerOf } from '#shared/contract/define.ts';
import type {
  historyImportCalls,
  ImportMapping,
  MappedRole,
} from '#shared/contract/history-import/history-import.ts';
import type { WordKey } from '#shared/i18n/index.ts';

export type OpenedFile = AnswerOf<typeof historyImportCalls.open>;

/** Missing parts of a mapping, as word keys. */
export function missingIn({ columns, site_id, data_type }: ImportMapping): WordKey[] {
  const has = (as: MappedRole['as']) => columns.some((role) => role.as === as);
  const missing: WordKey[] = [];
  if (!has('time')) missing.push('historyImport.missing_time');
  if (site_id === undefined && !has('site')) missing.push('historyImport.missing_site');
  if (data_type === undefined && !has('data_type')) missing.push('historyImport.missing_data_type');
  if (!has('value')) missing.push('historyImport.missing_columns');
  if (repeatedIn(columns)) missing.push('historyImport.twice');
  return missing;
}

function repeatedIn(columns: readonly MappedRole[]): boolean {
  const values = columns.flatMap((role) =>
    role.as === 'value' ? [`${role.component_id} ${role.part}`] : [],
  );
  return new Set(values).size < values.length;
}

/** Changes the role of one column; a role that must be unique is removed from its previous column. */
export function withRole(mapping: ImportMapping, at: number, role: MappedRole): ImportMapping {
  const isSingle = role.as !== 'value' && role.as !== 'ignored';
  const columns = mapping.columns.map((before, place): MappedRole => {
    if (place === at) return role;
    return isSingle && before.as === role.as ? { as: 'ignored' } : before;
  });
  return { ...mapping, columns };
}
