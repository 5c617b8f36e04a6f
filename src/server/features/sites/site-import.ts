import type * as z from 'zod';
import type { Ctx } from '#server/app.ts';
import { identifier, join, json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { PLACE_FIELDS } from '#server/places/places.ts';
import { encryptPassword } from '#server/settings/device-passwords.ts';
import {
  allGood,
  type CheckedRow,
  checkEach,
  type ImportedTable,
  importTemplate,
  markRepeated,
  previewOf,
  readImport,
} from '#server/tables/import.ts';
import type { ImportSheet } from '#server/tables/import-head.ts';
import {
  choiceName,
  choiceNames,
  type KnownNames,
  knownNames,
  type Names,
  numberOf,
  plainName,
  yesNoNames,
} from '#server/tables/import-names.ts';
import { allowed, problemsOf } from '#shared/contract/problems.ts';
import { powerSupply, siteImport, sites, siteType, waterQualityType } from '#shared/contract/sites/sites.ts';
import { mnKey } from '#shared/domain/mn.ts';
import { type FaultName, faultInfo } from '#shared/faults.ts';
import { type PlaceFinder, placeFinder } from './import-places.ts';
import { giveToMaker } from './sites.routes.ts';

const columns = [
  'site_name',
  'mn',
  'site_type',
  ...PLACE_FIELDS,
  'address',
  'longitude',
  'latitude',
  'interval_seconds',
  'agreement_id',
  'product_id',
  'project_id',
  'sim_number',
  'power_supply',
  'section_attribute',
  'river_system',
  'basin_id',
  'water_quality_type',
  'water_pollution_level',
  'device_number',
  'hmi_number',
  'virtual_data',
  'started_on',
  'secret',
  'factors',
] as const;
type Column = (typeof columns)[number];
type Cells = Record<Column, string>;
type NewSite = z.output<typeof sites.add.input>;
type Problem = CheckedRow<NewSite>['problems'][number];

const required: readonly Column[] = [
  'site_name',
  'mn',
  'province_code',
  'address',
  'longitude',
  'latitude',
  'interval_seconds',
  'agreement_id',
  'product_id',
];

const sheet: ImportSheet<Column> = {
  name: 'sites',
  columns,
  optional: columns.filter((column) => !required.includes(column)),
  maxRows: 5000,
};

/** Cells that hold one of a few words. */
const choices: Partial<Record<Column, Names>> = {
  site_type: choiceNames('sites', 'site_type', siteType.options),
  power_supply: choiceNames('sites', 'power_supply', powerSupply.options),
  water_quality_type: choiceNames('sites', 'water_quality_type', waterQualityType.options),
  water_pollution_level: choiceNames('sites', 'water_pollution_level', [1, 2, 3, 4, 5, 6]),
  virtual_data: yesNoNames('sites', 'virtual_data'),
};
const numbers: readonly Column[] = [
  'longitude',
  'latitude',
  'interval_seconds',
  'device_number',
  'hmi_number',
];
/** Where Excel keeps fifteen digits of a number and writes the rest as zeros. */
const longNumbers: readonly Column[] = ['mn', 'sim_number', 'secret'];

const example = {
  mn: '370102A0000001',
  province_code: '山东省',
  city_code: '济南市',
  area_code: '历下区',
  longitude: '117.05',
  latitude: '36.66',
  interval_seconds: '60',
  factors: 'PM2.5、PM10、SO2',
};
const examples = {
  zh: { ...example, site_name: '解放路站', site_type: '空气站', address: '解放路 1 号' },
  en: { ...example, site_name: 'Jiefang Road', site_type: 'air', address: '1 Jiefang Road' },
};

export const siteImportRoutes = handlers(siteImport, {
  template: async (ctx, { language }) => {
    const { agreement_id, product_id } = await knownNames(ctx.db);
    const [[agreement] = [], [product] = []] = [[...agreement_id.keys()], [...product_id.keys()]];
    return importTemplate(ctx, sheet, language, {
      ...examples[language],
      agreement_id: agreement,
      product_id: product,
    });
  },

  preview: async (ctx, { file_id }) => previewOf(await checkFile(ctx, file_id), ['secret']),

  run: async (ctx, { file_id }) => {
    const { signing_secret } = ctx.secrets;
    const good = allGood(await checkFile(ctx, file_id)).map((site) => ({
      ...site,
      secret: encryptPassword(site.secret, signing_secret),
    }));
    const stored = join(sites.fields.filter((field) => field !== 'factors').map(identifier));
    const added = await ctx.db.rows<{ site_id: number }>(sql`
      insert into site (${stored}) select ${stored} from jsonb_populate_recordset(null::site, ${json(good)})
      returning site_id`);
    await ctx.db.run(sql`
      insert into device_factor (site_id, component_id, sort)
      select s.site_id, (f->>'component_id')::smallint, (f->>'sort')::integer
        from jsonb_array_elements(${json(good)}) as n (fields)
        join site s on s.mn = n.fields->>'mn'
       cross join jsonb_array_elements(n.fields->'factors') as f`);
    await giveToMaker(
      ctx,
      added.map(({ site_id }) => site_id),
    );
    return { added: added.length };
  },
});

/** Reads the file and says of every row what is wrong with it; nothing is stored. */
async function checkFile(ctx: Ctx, file_id: number): Promise<ImportedTable<CheckedRow<NewSite>>> {
  const { rows, ...file } = await readImport(ctx, sheet, file_id);
  const known = await knownNames(ctx.db);
  const findPlace = await placeFinder(ctx.db);
  const checked = await checkEach(rows, ({ row, values }) => checkRow(row, values, known, findPlace));
  await markTaken(ctx, checked);
  for (const field of ['site_name', 'mn'] as const)
    markRepeated(checked, field, { code: repeated(field).code, same: same[field] });
  return { ...file, rows: checked };
}

function checkRow(
  row: number,
  values: Cells,
  known: KnownNames,
  findPlace: PlaceFinder,
): CheckedRow<NewSite> {
  const problems: Problem[] = [];
  const say = (field: Column, problem: string, params?: Problem['params']) =>
    problems.push(coded({ field, problem, ...(params && { params }) }));
  const fields: Record<string, unknown> = {};
  for (const column of columns) {
    const cell = values[column];
    if (cell === '') continue;
    if (longNumbers.includes(column) && /^\d(\.\d+)?e\+\d+$/i.test(cell)) say(column, 'digits_lost');
    fields[column] = meaningOf(column, cell, known);
    if (fields[column] === UNKNOWN) say(column, 'unknown_value', strangerIn(column, cell, known));
    const offered = choices[column];
    if (offered && !offered.has(choiceName(cell)))
      say(column, 'bad_choice', allowed([...new Set(offered.values())]));
  }
  const { place, problem } = findPlace(values);
  if (problem) say(problem.field, problem.problem);
  const parsed = sites.add.input.safeParse({ ...fields, ...place }, { reportInput: true });
  const said = new Set(problems.map(({ field }) => field));
  const found = parsed.success ? [] : problemsOf(parsed.error).filter(({ field }) => !said.has(field));
  return {
    row,
    values,
    problems: [...problems, ...found.map(coded)],
    item: parsed.success ? parsed.data : undefined,
  };
}

/** A name that stands for nothing. */
const UNKNOWN = Symbol('unknown');

function meaningOf(column: Column, cell: string, known: KnownNames): unknown {
  if (column === 'factors') return factorsOf(cell, known.factors);
  if (column === 'started_on') return dayOf(cell);
  if (column in known) return known[column as keyof KnownNames].get(cell) ?? UNKNOWN;
  if (numbers.includes(column)) return numberOf(cell);
  return choices[column]?.get(choiceName(cell)) ?? cell;
}

function factorNames(cell: string): string[] {
  return cell
    .split(/[、,，;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** In the order in which they are written. */
function factorsOf(cell: string, known: KnownNames['factors']): unknown {
  const ids = factorNames(cell).map((name) => known.get(plainName(name)));
  return ids.includes(undefined) ? UNKNOWN : ids.map((component_id, at) => ({ component_id, sort: at + 1 }));
}

/** Of several factors in a cell the first that nobody knows. */
function strangerIn(column: Column, cell: string, { factors }: KnownNames): Problem['params'] {
  const stranger = factorNames(cell).find((name) => !factors.has(plainName(name)));
  return column === 'factors' && stranger !== undefined ? { value: stranger } : undefined;
}

/** 2026/1/31 and what Excel makes of it. */
function dayOf(cell: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(T.*)?$/.exec(cell) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : cell;
}

const repeatedFaults = { site_name: 'device_name_repeated', mn: 'mn_repeated' } as const satisfies Record<
  string,
  FaultName
>;

/** A name is another one in another case; an MN is not. */
const same = {
  site_name: (value: string) => value,
  mn: mnKey,
};

function repeated(field: keyof typeof repeatedFaults): Problem {
  return { field, problem: 'repeated', code: faultInfo(repeatedFaults[field]).code };
}

/** With the code that a form would get for it; a value that is missing is no illegal value. */
function coded(problem: Problem): Problem {
  const fault = isCoded(problem) ? sites.add.faults?.[problem.field] : undefined;
  return fault ? { ...problem, code: faultInfo(fault).code } : problem;
}

function isCoded({ field, problem }: Problem): boolean {
  // Code 19 is for the same factor twice, not for one that nobody knows.
  return field === 'factors' ? problem === 'repeated' : problem !== 'required';
}

async function markTaken({ db }: Ctx, rows: readonly CheckedRow<NewSite>[]): Promise<void> {
  const namesIn = (field: keyof typeof same) => rows.map(({ values }) => same[field](values[field] ?? ''));
  const taken = await db.rows<{ site_name: string; mn: string }>(sql`
    select site_name, mn from site where site_name = any(${namesIn('site_name')}) or lower(mn) = any(${namesIn('mn')})`);
  for (const field of ['site_name', 'mn'] as const) {
    const used = new Set(taken.map((site) => same[field](site[field])));
    for (const { values, problems } of rows) {
      if (used.has(same[field](values[field] ?? ''))) problems.push(repeated(field));
    }
  }
}
