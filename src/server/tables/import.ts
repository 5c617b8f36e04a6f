import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '#server/db/sql.ts';
import { filePath } from '#server/files/store.ts';
import type { Ctx } from '#server/http/ctx.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { wordOf } from '#server/words.ts';
import type { ImportRow } from '#shared/contract/imports.ts';
import { Fault } from '#shared/faults.ts';
import type { Language } from '#shared/i18n/index.ts';
import { readTable } from './read.ts';
import { writeTable } from './write.ts';

/** What an import file looks like. */
export interface ImportSheet<Column extends string> {
  /** Where the words of the headings are. */
  name: string;
  /** In the template's order. */
  columns: readonly Column[];
  /** Columns that a file may leave out. */
  optional: readonly Column[];
  maxRows: number;
}

/** A row that was looked at; what becomes of it once nothing is wrong with it. */
export interface CheckedRow<Item> extends ImportRow {
  item?: Item;
}

export async function importTemplate<Column extends string>(
  ctx: Ctx,
  sheet: ImportSheet<Column>,
  language: Language,
  example: Partial<Record<Column, string>>,
): Promise<{ url: string }> {
  const headings = sheet.columns.map((key) => heading(sheet, language, key));
  const title = wordOf(language, `${sheet.name}.title`) ?? sheet.name;
  const path = `${sheet.name}-import-template-${language}.xlsx`;
  // Whole before it has its name: someone else may be fetching it.
  const part = join(ctx.config.dataDir, `${path}.${randomUUID()}`);
  const row = sheet.columns.map((key) => example[key] ?? '');
  await writeTable(part, 'xlsx', title, headings, oneRow(row));
  await rename(part, join(ctx.config.dataDir, path));
  return { url: downloadUrl(ctx, path, `${title}.xlsx`) };
}

async function* oneRow(row: string[]): AsyncGenerator<string[]> {
  yield row;
}

function heading<Column extends string>(
  { name }: ImportSheet<Column>,
  language: Language,
  key: Column,
): string {
  return wordOf(language, `${name}.${key}`) ?? key;
}

/** The rows of the user's own uploaded file, each cell under the name of its column. */
export async function readImport<Column extends string>(
  { db, user, ...ctx }: Ctx,
  sheet: ImportSheet<Column>,
  file_id: number,
): Promise<{ row: number; values: Record<Column, string> }[]> {
  const file = await db.one<{ sha256: string; file_name: string }>(sql`
    select sha256, file_name from file where file_id = ${file_id} and user_id = ${user.user_id}`);
  if (!file) throw new Fault('file_missing');
  const path = filePath(ctx, file.sha256);
  const isHeading = (cells: string[]) => missingOf(sheet, placesOf(sheet, cells)).length === 0;
  const [head, ...body] = await readTable(path, file.file_name, sheet.maxRows, isHeading);
  const places = placesOf(sheet, head?.cells ?? []);
  const missing = missingOf(sheet, places);
  if (missing.length > 0) {
    throw new Fault('file_format_wrong', {
      fields: missing.map((field) => ({ field, problem: 'required' })),
    });
  }
  return body.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(
      sheet.columns.map((key) => [key, cells[places.get(key) ?? -1] ?? '']),
    ) as Record<Column, string>,
  }));
}

/** Which column of the file holds what, by its heading in either language. */
function placesOf<Column extends string>(sheet: ImportSheet<Column>, head: string[]): Map<Column, number> {
  const places = new Map<Column, number>();
  for (const key of sheet.columns) {
    const names = [key, heading(sheet, 'zh', key), heading(sheet, 'en', key)];
    const at = head.findIndex((cell) => names.includes(cell.trim()));
    if (at >= 0) places.set(key, at);
  }
  return places;
}

function missingOf<Column extends string>(
  { columns, optional }: ImportSheet<Column>,
  places: ReadonlyMap<Column, number>,
): Column[] {
  return columns.filter((key) => !optional.includes(key) && !places.has(key));
}

/** The same value twice in one file: the later row is the one at fault, and names the first. */
export function markRepeated(
  rows: readonly ImportRow[],
  field: string,
  { code, same = (value) => value }: { code?: number; same?: (value: string) => string } = {},
): void {
  const firstRows = new Map<string, number>();
  for (const { row, values, problems } of rows) {
    const value = same(values[field] ?? '');
    if (value === '') continue;
    const first = firstRows.get(value);
    if (first === undefined) firstRows.set(value, row);
    else problems.push({ field, problem: 'repeated_in_file', params: { row: first }, code });
  }
}

/** What the browser is shown; `hidden` columns hold secrets. */
export function previewOf<Item>(checked: readonly CheckedRow<Item>[], hidden: readonly string[]) {
  const blank = Object.fromEntries(hidden.map((field) => [field, '']));
  return {
    rows: checked.map(({ row, values, problems, notes }) => ({
      row,
      problems,
      notes,
      values: { ...values, ...blank },
    })),
    total: checked.length,
    bad: checked.filter(({ problems }) => problems.length > 0).length,
  };
}

/** All rows, or a refusal that says how many are wrong. */
export function allGood<Item>(checked: readonly CheckedRow<Item>[]): Item[] {
  if (checked.length === 0) throw new Fault('no_data');
  const good = checked.flatMap(({ item, problems }) =>
    item !== undefined && problems.length === 0 ? [item] : [],
  );
  const count = checked.length - good.length;
  if (count > 0) throw new Fault('add_failed', { detail: 'import_has_errors', params: { count } });
  return good;
}
