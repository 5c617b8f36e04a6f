import { PLACE_FIELDS } from '#server/places/places.ts';
import { decryptPassword } from '#server/settings/device-passwords.ts';
import type { ImportRow } from '#shared/contract/imports.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { coded, type Known, type Problem, placeProblem, wrongWords } from './import-problems.ts';
import { type Cells, isCutShort, meaningOf, type SiteColumn, siteColumns, UNKNOWN } from './import-sheet.ts';
import type { StoredSite } from './import-stored.ts';

type Change = NonNullable<ImportRow['changes']>[number];

/** The changes of a row to its site. */
export interface Changed {
  problems: Problem[];
  /** Only fields whose value changes. */
  wanted: Record<string, unknown>;
  changes: Change[];
  notes: NonNullable<ImportRow['notes']>;
}

const isPlace = (column: SiteColumn) => PLACE_FIELDS.some((field) => field === column);

/** Missing columns change nothing; empty cells clear their field. */
export function changedFields(values: Cells, before: StoredSite, known: Known): Changed {
  const found: Changed = { problems: [], wanted: {}, changes: [], notes: [] };
  for (const column of siteColumns) {
    if (!known.named.has(column) || isPlace(column)) continue;
    if (column === 'secret') changePassword(values.secret, before, known, found);
    else changeField(column, values[column], before, known, found);
  }
  changePlace(values, before, known, found);
  return found;
}

function changeField(
  column: SiteColumn,
  cell: string,
  before: StoredSite,
  { names, stored }: Known,
  { problems, wanted, changes }: Changed,
): void {
  const value = cell === '' ? emptied(column) : meaningOf(column, cell, names);
  problems.push(...wrongWords(column, cell, value, names));
  if (value === UNKNOWN) return;
  if (column === 'factors') {
    const ids = (value as { component_id: number }[]).map(({ component_id }) => component_id);
    if (ids.join() === before.component_ids.join()) return;
    wanted.factors = value;
    changes.push({ field: column, was: before.factor_codes });
  } else if (!isSame(value, before[column])) {
    wanted[column] = value;
    changes.push({ field: column, was: called(stored.names, column, before[column]) });
  }
}

/** An empty cell keeps the password, because exports do not contain it. */
function changePassword(cell: string, before: StoredSite, { signingSecret }: Known, found: Changed): void {
  if (cell === '' || decryptPassword(before.secret, signingSecret) === cell) return;
  if (isCutShort('secret', cell)) found.problems.push(coded({ field: 'secret', problem: 'digits_lost' }));
  found.wanted.secret = cell;
  found.notes.push({ field: 'secret', note: 'secret_set' });
}

/** Resolves all levels together; levels that the file does not have keep their value. */
function changePlace(values: Cells, before: StoredSite, known: Known, found: Changed): void {
  if (!PLACE_FIELDS.some((field) => known.named.has(field))) return;
  const was = (field: SiteColumn) => (before[field] ?? null) as string | null;
  const cells = { ...values };
  for (const field of PLACE_FIELDS) if (!known.named.has(field)) cells[field] = was(field) ?? '';
  const { place, problem } = known.findPlace(cells);
  const isAsBefore = PLACE_FIELDS.every((field) => place[field] === was(field));
  // A site created from an unregistered device may have no place yet.
  if (isAsBefore && (!problem || problem.problem === 'required')) return;
  if (problem) found.problems.push(placeProblem(problem, cells));
  for (const field of PLACE_FIELDS) {
    if (place[field] === was(field)) continue;
    found.wanted[field] = place[field];
    found.changes.push({ field, was: called(known.stored.names, field, was(field)) });
  }
}

/** The value of a cleared field: the default of a new site, or null. */
function emptied(column: SiteColumn): unknown {
  const parsed = sites.shape[column].safeParse(undefined);
  return parsed.success ? parsed.data : null;
}

function isSame(value: unknown, before: unknown): boolean {
  const plain = (one: unknown) => (one === '' || one === undefined ? null : one);
  return plain(value) === plain(before);
}

/** The old value in the words of the file; the browser translates choices. */
function called(names: ReadonlyMap<string, string>, field: SiteColumn, value: unknown): Change['was'] {
  return names.get(`${field} ${value}`) ?? (value as Change['was']) ?? null;
}
