export interface VersionChange {
  field: string;
  was: unknown;
  is: unknown;
}

type Said = Readonly<Record<string, unknown>>;

/** In form order, without the columns that the database maintains. */
const fields = [
  'scope',
  'product_id',
  'site_id',
  'component_id',
  'data_type',
  'limits',
  'warning_share',
  'high_warning',
  'high_alarm',
  'low_warning',
  'low_alarm',
  'raise_after',
  'clear_after',
  'deadband',
  'hours',
  'enabled',
  'remark',
] as const;

/** Changes of a version from the one before; for the first version all set fields. */
export function versionChanges(rule: Said, before: Said | undefined): VersionChange[] {
  return fields
    .map((field) => ({ field, was: before && said(before, field), is: said(rule, field) }))
    .filter(({ was, is }) => (before ? JSON.stringify(was) !== JSON.stringify(is) : !isNothing(is)));
}

/** The measure is part of the factor's name. */
function said(rule: Said, field: (typeof fields)[number]): unknown {
  return field === 'component_id' ? [rule.measure, rule.component_id] : rule[field];
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
