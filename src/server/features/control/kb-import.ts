import type { Ctx } from '#server/app.ts';
import { refusedOf } from '#server/commands/create.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { scope } from '#server/scope.ts';
import { type CheckedRow, checkEach, importTemplate, previewOf, readImport } from '#server/tables/import.ts';
import type { ImportSheet } from '#server/tables/import-head.ts';
import { knownNames, numberOf, plainName } from '#server/tables/import-names.ts';
import { MOST_TARGETS } from '#shared/contract/control/commands.ts';
import { kbImport } from '#shared/contract/control/kb-import.ts';
import { LEAST_K, MOST_K } from '#shared/domain/command-kinds.ts';
import type { Kb } from '#shared/domain/kb.ts';
import { mnKey } from '#shared/domain/mn.ts';
import { limitProblems } from './limits.ts';
import { type SettableRow, settableRows } from './settable.ts';

const columns = ['mn', 'site_name', 'component_id', 'k', 'b'] as const;
type Column = (typeof columns)[number];

const sheet: ImportSheet<Column> = {
  name: 'kbImport',
  columns,
  optional: ['mn', 'site_name'],
  maxRows: MOST_TARGETS,
};

type Item = SettableRow & { wanted: Kb };
type Checked = CheckedRow<Item>;

const example = { mn: '370102A0000001', component_id: 'a21004', k: '1.05', b: '-0.8' };

export const kbImportRoutes = handlers(kbImport, {
  template: (ctx, { language }) =>
    importTemplate(ctx, sheet, language, {
      ...example,
      site_name: language === 'zh' ? '解放路站' : 'Jiefang Road',
    }),

  preview: async (ctx, { file_id }) => {
    const file = await checkFile(ctx, file_id);
    const preview = previewOf(file, []);
    const items = preview.bad === 0 ? file.rows.flatMap(({ item }) => item ?? []) : [];
    return { ...preview, items };
  },
});

interface Known {
  byMn: ReadonlyMap<string, number>;
  byName: ReadonlyMap<string, number>;
  factors: ReadonlyMap<string, number>;
  /** Keyed by `site factor`. */
  rows: ReadonlyMap<string, SettableRow>;
}

async function whatIsKnown(ctx: Ctx): Promise<Known> {
  const rows = await ctx.db.rows<SettableRow>(sql`${settableRows} where ${scope(ctx.user, sql`d.site_id`)}`);
  return {
    byMn: new Map(rows.map(({ mn, site_id }) => [mnKey(mn), site_id])),
    byName: new Map(rows.map(({ site_name, site_id }) => [site_name, site_id])),
    factors: (await knownNames(ctx.db)).factors,
    rows: new Map(rows.map((row) => [`${row.site_id} ${row.component_id}`, row])),
  };
}

async function checkFile(ctx: Ctx, file_id: number) {
  const { rows, ...file } = await readImport(ctx, sheet, file_id);
  const known = await whatIsKnown(ctx);
  const checked = await checkEach(rows, ({ row, values }) => checkRow(row, values, known));
  markRepeated(checked);
  await markImpossible(ctx, checked);
  return { ...file, rows: checked };
}

function checkRow(row: number, values: Record<Column, string>, known: Known): Checked {
  const problems: Checked['problems'] = [];
  const say = (field: Column, problem: string, params?: Record<string, number>) =>
    problems.push({ field, problem, ...(params && { params }) });
  const site_id = values.mn ? known.byMn.get(mnKey(values.mn)) : known.byName.get(values.site_name);
  if (site_id === undefined) say(values.mn ? 'mn' : 'site_name', 'unknown_site');
  const component_id = known.factors.get(plainName(values.component_id));
  if (component_id === undefined) say('component_id', 'unknown_value');
  const factor = known.rows.get(`${site_id} ${component_id}`);
  if (problems.length === 0 && !factor) say('component_id', 'not_of_site');
  const [k, b] = [numberOf(values.k), numberOf(values.b)];
  if (typeof k !== 'number') say('k', values.k === '' ? 'required' : 'not_a_number');
  else if (k < LEAST_K) say('k', 'too_small', { min: LEAST_K });
  else if (k > MOST_K) say('k', 'too_big', { max: MOST_K });
  if (typeof b !== 'number') say('b', values.b === '' ? 'required' : 'not_a_number');
  const isGood = problems.length === 0 && factor && typeof k === 'number' && typeof b === 'number';
  return { row, values, problems, ...(isGood && { item: { ...factor, wanted: { k, b } } }) };
}

/** Marks a factor that occurs twice in the file: it is unclear which row is meant. */
function markRepeated(rows: readonly Checked[]): void {
  const first = new Map<string, number>();
  for (const { row, item, problems } of rows) {
    if (!item) continue;
    const before = first.get(item.row_id);
    if (before === undefined) first.set(item.row_id, row);
    else problems.push({ field: 'component_id', problem: 'repeated_in_file', params: { row: before } });
  }
}

/** The checks of `kb/set`: a B beyond the range, and devices that do not accept the command. */
async function markImpossible(ctx: Ctx, rows: readonly Checked[]): Promise<void> {
  const good = rows.filter(({ item }) => item !== undefined);
  const targets = good.map(({ item }) => ({
    site_id: item?.site_id ?? 0,
    params: { factor: item?.component_id ?? 0, ...item?.wanted },
  }));
  for (const { field, problem, params } of await limitProblems(ctx, 'kb_set', targets)) {
    const at = Number(field.split('.')[0]);
    const column = problem === 'corrected_in_platform' ? 'component_id' : 'b';
    good[at]?.problems.push({ field: column, problem, ...(params && { params }) });
  }
  for (const { at, why } of await refusedOf(ctx.db, 'kb_set', targets))
    good[at]?.problems.push({ field: 'component_id', problem: `command_${why}` });
}
