import type * as z from 'zod';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import {
  type CheckedRow,
  checkEach,
  type ImportedTable,
  markRepeated,
  readImport,
} from '#server/tables/import.ts';
import { knownNames } from '#server/tables/import-names.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { mnKey } from '#shared/domain/mn.ts';
import { Fault, type FaultName, faultInfo } from '#shared/faults.ts';
import { changedFields } from './import-changes.ts';
import { placeFinder } from './import-places.ts';
import {
  coded,
  type Known,
  type Problem,
  placeProblem,
  unknownNumber,
  wrongWords,
} from './import-problems.ts';
import { type Cells, type Column, meaningOf, siteColumns, siteSheet, twiceIn } from './import-sheet.ts';
import { type StoredSite, storedSites } from './import-stored.ts';

type NewSite = z.output<typeof sites.add.input>;

export type SiteItem =
  | { becomes: 'added'; fields: NewSite }
  | { becomes: 'changed' | 'unchanged'; before: StoredSite; fields: Partial<NewSite> };
export interface CheckedSite extends CheckedRow<SiteItem> {
  /** The existing site of the row. */
  own?: number;
}

/** Validates every row and determines whether it adds or changes a site; stores nothing. */
export async function checkFile(ctx: Ctx, file_id: number): Promise<ImportedTable<CheckedSite, Column>> {
  const { rows, ...file } = await readImport(ctx, siteSheet, file_id);
  if (!file.named.has('mn') && !file.named.has('site_id'))
    throw new Fault('file_format_wrong', { fields: [{ field: 'mn', problem: 'required' }] });
  const known: Known = {
    named: file.named,
    names: await knownNames(ctx.db),
    stored: await storedSites(ctx),
    findPlace: await placeFinder(ctx.db),
    signingSecret: ctx.secrets.signing_secret,
  };
  const checked = await checkEach(rows, ({ row, values }) => checkRow(row, values, known));
  await markTaken(ctx, checked);
  for (const field of ['site_name', 'mn'] as const)
    markRepeated(checked, field, { code: repeated(field).code, same: same[field] });
  markMeantTwice(checked);
  return { ...file, rows: checked };
}

function checkRow(row: number, values: Cells, known: Known): CheckedSite {
  const { byId, byMn } = known.stored;
  const before = values.site_id === '' ? byMn.get(mnKey(values.mn)) : byId.get(Number(values.site_id));
  if (values.site_id !== '' && !before) return { row, values, problems: [unknownNumber(values.site_id)] };
  if (!before) return checkNew(row, values, known);
  return { ...checkChange(row, values, before, known), own: before.site_id };
}

function checkNew(row: number, values: Cells, { names, findPlace }: Known): CheckedSite {
  const problems: Problem[] = [];
  const fields: Record<string, unknown> = {};
  for (const column of siteColumns) {
    const cell = values[column];
    if (cell === '') continue;
    fields[column] = meaningOf(column, cell, names);
    problems.push(...wrongWords(column, cell, fields[column], names));
  }
  const { place, problem } = findPlace(values);
  if (problem) problems.push(placeProblem(problem, values));
  const parsed = sites.add.input.safeParse({ ...fields, ...place }, { reportInput: true });
  addUnsaid(problems, parsed, () => twiceIn(values.factors, names));
  const item = parsed.success ? ({ becomes: 'added', fields: parsed.data } as const) : undefined;
  return { row, values, problems, becomes: 'added', item };
}

function checkChange(row: number, values: Cells, before: StoredSite, known: Known): CheckedSite {
  const { problems, wanted, changes, notes } = changedFields(values, before, known);
  const parsed = sites.edit.input.safeParse(
    { site_id: before.site_id, version: before.version, ...wanted },
    { reportInput: true },
  );
  addUnsaid(problems, parsed, () => twiceIn(values.factors, known.names));
  // The row would revert changes made after the export.
  if (values.version !== '' && Number(values.version) !== before.version && changes.length + notes.length > 0)
    problems.push({ field: 'version', problem: 'changed_since_export' });
  const becomes = Object.keys(wanted).length > 0 ? ('changed' as const) : ('unchanged' as const);
  if (!parsed.success) return { row, values, problems, changes, becomes };
  const {
    version: _version,
    site_id: _id,
    ...fields
  } = parsed.data as Partial<NewSite> & {
    version: number;
    site_id: number;
  };
  return { row, values, problems, changes, notes, becomes, item: { becomes, before, fields } };
}

/** Adds the schema's problems for fields that have none yet. */
function addUnsaid(
  problems: Problem[],
  parsed: z.ZodSafeParseResult<unknown>,
  twice: () => string | undefined,
): void {
  if (parsed.success) return;
  const said = new Set(problems.map(({ field }) => field));
  problems.push(
    ...problemsOf(parsed.error)
      .filter(({ field }) => !said.has(field))
      .map((problem) => coded(problem.field === 'factors' ? namingTwice(problem, twice) : problem)),
  );
}

function namingTwice(problem: Problem, twice: () => string | undefined): Problem {
  const value = problem.problem === 'repeated' ? twice() : undefined;
  return value === undefined ? problem : { ...problem, params: { value } };
}

const repeatedFaults = { site_name: 'device_name_repeated', mn: 'mn_repeated' } as const satisfies Record<
  string,
  FaultName
>;

/** Names are case-sensitive, MNs are not. */
const same = {
  site_name: (value: string) => value,
  mn: mnKey,
};

function repeated(field: keyof typeof repeatedFaults): Problem {
  return { field, problem: 'repeated', code: faultInfo(repeatedFaults[field]).code };
}

/** Marks names and MNs of other sites, whether the user sees those or not. */
async function markTaken({ db }: Ctx, rows: readonly CheckedSite[]): Promise<void> {
  const namesIn = (field: keyof typeof same) => rows.map(({ values }) => same[field](values[field] ?? ''));
  const taken = await db.rows<{ site_id: number; site_name: string; mn: string }>(sql`
    select site_id, site_name, mn from site
     where site_name = any(${namesIn('site_name')}) or lower(mn) = any(${namesIn('mn')})`);
  for (const field of ['site_name', 'mn'] as const) {
    const owners = new Map(taken.map((site) => [same[field](site[field]), site.site_id]));
    for (const { values, problems, own } of rows) {
      const owner = owners.get(same[field](values[field] ?? ''));
      if (owner !== undefined && owner !== own && !problems.some((said) => said.field === 'site_id'))
        problems.push(repeated(field));
    }
  }
}

/** Of two rows for the same site (by ID or MN) the later one is marked, with the number of the first. */
function markMeantTwice(rows: readonly CheckedSite[]): void {
  const firstRows = new Map<number, number>();
  for (const { row, own, problems } of rows) {
    if (own === undefined) continue;
    const first = firstRows.get(own);
    if (first === undefined) firstRows.set(own, row);
    else if (!problems.some(({ problem }) => problem === 'repeated_in_file'))
      problems.push({ field: 'site_id', problem: 'repeated_in_file', params: { row: first } });
  }
}
