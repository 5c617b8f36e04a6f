export interface VersionChange {
  field: string;
  was: unknown;
  is: unknown;
}

type Said = Readonly<Record<string, unknown>>;

/** In the order of the form. What the database counts by itself is none of it. */
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

/** What a version says differently from the one before; of the first one what it says at all. */
export function versionChanges(rule: Said, before: Said | undefined): VersionChange[] {
  return fields
    .map((field) => ({ field, was: before && said(before, field), is: said(rule, field) }))
    .filter(({ was, is }) => (before ? JSON.stringify(was) !== JSON.stringify(is) : !isNothing(is)));
}

/** What of a factor it is on belongs to its name. */
function said(rule: Said, field: (typeof fields)[number]): unknown {
  return field === 'component_id' ? [rule.measure, rule.component_id] : rule[field];
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
