import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { filePath } from '#server/files/store.ts';
import { rests } from '#server/heavy/rests.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { wordOf } from '#server/words.ts';
import type { ImportRow, UnreadColumn } from '#shared/contract/imports.ts';
import { Fault } from '#shared/faults.ts';
import type { Language } from '#shared/i18n/index.ts';
import { headingOf, type ImportSheet, namedIn, readHead } from './import-head.ts';
import { readTable } from './read.ts';
import { readingLine } from './reading-line.ts';
import { writeTable } from './write.ts';

/** A checked row, and what it becomes if nothing is wrong with it. */
export interface CheckedRow<Item> extends ImportRow {
  item?: Item;
}

export async function importTemplate<Column extends string>(
  ctx: Ctx,
  sheet: ImportSheet<Column>,
  language: Language,
  example: Partial<Record<Column, string>>,
): Promise<{ url: string }> {
  const headings = sheet.columns.map((key) => headingOf(sheet, language, key));
  const title = wordOf(language, `${sheet.name}.title`) ?? sheet.name;
  const path = `${sheet.name}-import-template-${language}.xlsx`;
  // Renamed when it is complete, because someone may be downloading it.
  const part = join(ctx.config.filesDir, `${path}.${randomUUID()}`);
  const row = sheet.columns.map((key) => example[key] ?? '');
  await writeTable(part, 'xlsx', title, headings, oneRow(row));
  await rename(part, join(ctx.config.filesDir, path));
  return { url: downloadUrl(ctx, path, `${title}.xlsx`) };
}

async function* oneRow(row: string[]): AsyncGenerator<string[]> {
  yield row;
}

/** The result of reading a file. */
export interface ImportedTable<Row, Column extends string = string> {
  rows: Row[];
  unread: UnreadColumn[];
  /** The columns that the file has. */
  named: ReadonlySet<Column>;
}

/** The rows of the user's uploaded file, each cell under the name of its column. */
export async function readImport<Column extends string>(
  { db, user, ...ctx }: Ctx,
  sheet: ImportSheet<Column>,
  file_id: number,
): Promise<ImportedTable<{ row: number; values: Record<Column, string> }, Column>> {
  const file = await db.one<{ sha256: string; file_name: string }>(sql`
    select sha256, file_name from file where file_id = ${file_id} and user_id = ${user.user_id}`);
  if (!file) throw new Fault('file_missing');
  const path = filePath(ctx, file.sha256);
  const headingScore = (cells: string[]) => namedIn(sheet, cells);
  const [head, ...body] = await readingLine.run(
    user.user_id,
    () => readTable(path, file.file_name, sheet.maxRows, headingScore),
    ctx.isWanted,
  );
  const { places, missing, repeated, unread } = readHead(sheet, head?.cells ?? [], body);
  if (missing.length > 0 || repeated.length > 0) {
    throw new Fault('file_format_wrong', {
      fields: [
        ...missing.map((field) => ({ field, problem: 'required' })),
        ...repeated.map((field) => ({ field, problem: 'column_repeated' })),
      ],
    });
  }
  const rows = body.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(
      sheet.columns.map((key) => [key, cells[places.get(key) ?? -1] ?? '']),
    ) as Record<Column, string>,
  }));
  return { rows, unread, named: new Set(places.keys()) };
}

/** Checks row after row, and lets other requests run in between. */
export async function checkEach<Row, Checked>(
  rows: readonly Row[],
  check: (row: Row) => Checked,
): Promise<Checked[]> {
  const rest = rests();
  const checked: Checked[] = [];
  for (const row of rows) {
    checked.push(check(row));
    await rest();
  }
  return checked;
}

/** If a value occurs twice in a file, the later row is wrong; its message names the first. */
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

/** Maximum length of a cell in a preview; otherwise a file with long cells would be sent back completely. */
const MOST_SHOWN = 1000;

function shown(value: string): string {
  return value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value;
}

/** What the browser is shown; `hidden` columns contain secrets. */
export function previewOf<Item>(
  { rows: checked, unread }: Pick<ImportedTable<CheckedRow<Item>>, 'rows' | 'unread'>,
  hidden: readonly string[],
) {
  const blank = Object.fromEntries(hidden.map((field) => [field, '']));
  return {
    rows: checked.map(({ item: _item, ...row }) => ({
      ...row,
      values: {
        ...Object.fromEntries(Object.entries(row.values).map(([field, value]) => [field, shown(value)])),
        ...blank,
      },
    })),
    total: checked.length,
    bad: checked.filter(({ problems }) => problems.length > 0).length,
    unread,
  };
}

/** The rows without problems, if the user chose to leave the others out. */
export function goodOnes<Item>({ rows: checked }: Pick<ImportedTable<CheckedRow<Item>>, 'rows'>): Item[] {
  const good = checked.flatMap(({ item, problems }) =>
    item !== undefined && problems.length === 0 ? [item] : [],
  );
  if (good.length === 0) throw new Fault('no_data');
  return good;
}

/** All rows, or a refusal with the number of wrong ones. */
export function allGood<Item>({ rows: checked }: Pick<ImportedTable<CheckedRow<Item>>, 'rows'>): Item[] {
  if (checked.length === 0) throw new Fault('no_data');
  const count = checked.filter(({ item, problems }) => item === undefined || problems.length > 0).length;
  if (count > 0) throw new Fault('add_failed', { detail: 'import_has_errors', params: { count } });
  return goodOnes({ rows: checked });
}
