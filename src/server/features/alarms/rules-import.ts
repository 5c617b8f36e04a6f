import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { Ctx, User } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, join, json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { englishSiteName } from '#server/places/site-names.ts';
import { scope } from '#server/scope.ts';
import {
  allGood,
  type CheckedRow,
  checkEach,
  importTemplate,
  previewOf,
  readImport,
} from '#server/tables/import.ts';
import { choiceName, knownNames } from '#server/tables/import-names.ts';
import { alarmRuleImport, alarmRules } from '#shared/contract/alarms/rules.ts';
import type { ImportRow } from '#shared/contract/imports.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { mnKey } from '#shared/domain/mn.ts';
import { Fault, type FieldProblem } from '#shared/faults.ts';
import { checkedRule, type KnownFactor } from './rules-check.ts';
import {
  fieldsOf,
  hoursText,
  NAMING,
  type NamedSite,
  type RuleCells,
  type RuleColumn,
  type RuleNames,
  ruleSheet,
} from './rules-import-row.ts';

type NewRule = z.output<typeof alarmRules.add.input>;
type StoredRule = NewRule & { rule_id: number; version: number };

/** A row to store: a new rule, or a new version of an existing one. */
interface Item extends NewRule {
  rule_id: number | null;
  version: number | null;
  becomes: NonNullable<ImportRow['becomes']>;
}
type Checked = CheckedRow<Item>;

const example = {
  code: 'a34004',
  high_warning: '75',
  high_alarm: '150',
  raise_after: '2',
  clear_after: '2',
  deadband: '5',
  hours: '08:00–20:00',
};
const examples = {
  zh: { ...example, scope: '全网', component_name: '细颗粒物', measure: '因子浓度', data_type: '小时' },
  en: {
    ...example,
    scope: 'Whole network',
    component_name: 'PM2.5',
    measure: 'Factor value',
    data_type: 'Hour',
  },
};

export const alarmRuleImportRoutes = handlers(alarmRuleImport, {
  template: (ctx, { language }) => importTemplate(ctx, ruleSheet, language, examples[language]),

  preview: async (ctx, { file_id }) => {
    const file = await checkFile(ctx, file_id);
    return { ...previewOf(file, []), basis: basisOf(file.rows) };
  },

  run: async (ctx, { file_id, basis }) => {
    const file = await checkFile(ctx, file_id);
    const good = allGood(file);
    if (basis !== undefined && basis !== basisOf(file.rows)) throw changedMeanwhile();
    return store(ctx.db, good);
  },
});

const changedMeanwhile = () => new Fault('update_failed', { detail: 'changed_meanwhile' });

/** Hash of the changes that were previewed; differs if somebody changed a rule since. */
function basisOf(rows: readonly Checked[]): string {
  const items = rows.map(({ item, problems }) => [item ?? null, problems.length]);
  return createHash('sha256').update(JSON.stringify(items)).digest('base64url');
}

const STORED = join(alarmRules.fields.map(identifier));
const CHANGED = alarmRules.fields.filter((field) => !NAMING.some((naming) => naming === field));

async function store(db: Db, items: readonly Item[]) {
  const become = (what: Item['becomes']) => items.filter(({ becomes }) => becomes === what);
  const changes = become('changed');
  const added = await db.run(sql`
    insert into alarm_rule (${STORED})
    select ${STORED} from jsonb_populate_recordset(null::alarm_rule, ${json(become('added'))})`);
  const fresh = join(CHANGED.map((field) => sql`${identifier(field)} = i.${identifier(field)}`));
  const changed = await db.run(sql`
    update alarm_rule r set ${fresh}
      from jsonb_populate_recordset(null::alarm_rule, ${json(changes)}) i
     where r.rule_id = i.rule_id and r.version = i.version`);
  if (changed !== changes.length) throw changedMeanwhile();
  return { added, changed, unchanged: become('unchanged').length };
}

/** Validates every row and determines whether it adds or changes a rule; stores nothing. */
async function checkFile(ctx: Ctx, file_id: number) {
  const { rows, named, ...file } = await readImport(ctx, ruleSheet, file_id);
  const known = await whatIsKnown(ctx);
  const checked = await checkEach(rows, ({ row, values }) => checkRow(ctx, row, values, named, known));
  markRepeated(checked);
  return { ...file, rows: checked };
}

interface Known {
  names: RuleNames;
  factors: ReadonlyMap<number, KnownFactor>;
  /** Keyed by `keyOf`. */
  rules: ReadonlyMap<string, StoredRule>;
}

/** With both names, because English exports have the English one. */
async function sitesSeen(db: Db, user: User): Promise<(NamedSite & { mn: string })[]> {
  const sites = await db.rows<{ site_id: number; site_name: string; site_name_en: string; mn: string }>(
    sql`select s.site_id, s.site_name, s.site_name_en, s.mn from site s where ${scope(user, sql`s.site_id`)}`,
  );
  return sites.map(({ site_name_en, ...site }) => ({
    ...site,
    english_name: englishSiteName(site.site_name, site_name_en),
  }));
}

async function whatIsKnown({ db, user }: Ctx): Promise<Known> {
  const sites = await sitesSeen(db, user);
  const byName = new Map<string, NamedSite | null>();
  for (const site of sites)
    for (const name of new Set([site.site_name, site.english_name]))
      byName.set(name, byName.has(name) ? null : site);
  const factors = await db.rows<KnownFactor & { component_id: number }>(sql`
    select component_id, code_2017 as code, unit, derived_from is not null as derived from component`);
  const rules = await db.rows<StoredRule>(sql`select rule_id, version, ${STORED} from alarm_rule`);
  const { product_id, factors: factorNames } = await knownNames(db);
  return {
    names: {
      ...{ product_id, factors: factorNames, siteByName: byName },
      siteByMn: new Map(sites.map((site) => [mnKey(site.mn), site])),
    },
    factors: new Map(factors.map(({ component_id, ...factor }) => [component_id, factor])),
    rules: new Map(rules.map((rule) => [keyOf(rule), rule])),
  };
}

function keyOf(rule: Record<string, unknown>): string {
  return NAMING.map((field) => rule[field] ?? '').join(' ');
}

function checkRow(
  { user }: Ctx,
  row: number,
  values: RuleCells,
  named: ReadonlySet<RuleColumn>,
  { names, factors, rules }: Known,
): Checked {
  const { fields, problems } = fieldsOf(values, names);
  if (!user.sees_all_sites && (fields.scope === 'network' || fields.scope === 'product'))
    problems.push({ field: 'scope', problem: 'own_sites_only' });
  const before = rules.get(keyOf({ product_id: null, site_id: null, measure: 'value', ...fields }));
  // Columns that the file does not have keep their values.
  const kept = Object.entries(before ?? {}).filter(([field]) => !named.has(field as RuleColumn));
  const parsed = alarmRules.add.input.safeParse({ ...pick(kept), ...fields }, { reportInput: true });
  const said = new Set(problems.map(({ field }) => field));
  const add = (found: readonly FieldProblem[]) => {
    for (const problem of found.map(inFile)) {
      if (!said.has(problem.field)) problems.push(problem);
      said.add(problem.field);
    }
  };
  if (!parsed.success) add(problemsOf(parsed.error));
  const factor = factors.get(Number(fields.component_id)) ?? null;
  // Limits in another unit would have other values.
  if (factor && values.unit !== '' && plainUnit(values.unit) !== plainUnit(factor.unit))
    problems.push({ field: 'unit', problem: 'other_unit', params: { unit: factor.unit } });
  if (!parsed.success || problems.length > 0) return { row, values, problems };
  try {
    const rule = { ...parsed.data, ...checkedRule(parsed.data, factor) };
    const changes = before ? changesOf(before, rule) : [];
    const becomes = !before ? 'added' : changes.length > 0 ? 'changed' : 'unchanged';
    const item = { ...rule, rule_id: before?.rule_id ?? null, version: before?.version ?? null, becomes };
    return { row, values, problems, becomes, changes, item: item as Item };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    add(error.fields ?? []);
    return { row, values, problems };
  }
}

const plainUnit = (unit: string) => choiceName(unit).replaceAll(/\s/g, '');
const isField = (field: string) => alarmRules.fields.some((known) => known === field);

function pick(entries: readonly [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([field]) => isField(field)));
}

/** The file's column for a field with a problem. */
const columnOf: Record<string, RuleColumn> = {
  component_id: 'component_name',
  product_id: 'product_name',
  site_id: 'site_name',
};

function inFile({ field, ...problem }: FieldProblem): FieldProblem {
  // Any problem with a time of day is a problem of the whole cell.
  if (field.startsWith('hours.')) return { field: 'hours', problem: 'bad_hours' };
  return { ...problem, field: columnOf[field] ?? field };
}

/** The changed fields with their old values. */
function changesOf(before: StoredRule, rule: NewRule): NonNullable<ImportRow['changes']> {
  return CHANGED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(rule[field])).map(
    (field) => ({
      field,
      was: field === 'hours' ? hoursText(before.hours) : (before[field] as string | number | boolean | null),
    }),
  );
}

/** Of two rows for the same rule the later one is marked, with the number of the first. */
function markRepeated(rows: readonly Checked[]): void {
  const firstRows = new Map<string, number>();
  for (const { row, item, problems } of rows) {
    if (!item) continue;
    const key = keyOf({ ...item });
    const first = firstRows.get(key);
    if (first === undefined) firstRows.set(key, row);
    else problems.push({ field: 'component_name', problem: 'repeated_in_file', params: { row: first } });
  }
}
