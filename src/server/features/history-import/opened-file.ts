import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { filePath } from '#server/files/store.ts';
import { type Line, type TableForm, tableFormOf, tableLines } from '#server/tables/records.ts';
import type { Bounds } from '#server/tables/xlsx-rows.ts';
import type { ImportFactor, ImportMapping } from '#shared/contract/history-import/history-import.ts';
import { type GuessedColumns, guessColumns, recognised } from '#shared/domain/file-columns.ts';
import { Fault } from '#shared/faults.ts';

export interface OpenedFile {
  file_name: string;
  size: number;
  path: string;
}

export async function ownFile(
  app: Pick<App, 'config'>,
  db: Db,
  user_id: number | null,
  file_id: number,
): Promise<OpenedFile> {
  const file = await db.one<{ sha256: string; file_name: string; size: number }>(sql`
    select sha256, file_name, size from file where file_id = ${file_id} and user_id is not distinct from ${user_id}`);
  if (!file) throw new Fault('file_missing');
  const { sha256, ...rest } = file;
  return { ...rest, path: filePath(app, sha256) };
}

const LOOKED_AT = 40;
/** Headings may follow a title and notes. */
const HEADINGS_WITHIN = 10;

/** Rows searched for filled ones; bounds the scan of a file with empty rows. */
export const LOOKED_THROUGH = 10_000;
/** Below the browser's timeout of 60 s. */
const CALL_MS = 40_000;

/** Time limit for reading a workbook in one call. */
export const callBounds = (): Bounds => ({ time: { leftMs: CALL_MS } });

/** The first filled lines of a file. */
export async function firstLines({ path }: OpenedFile, form: TableForm, bounds: Bounds): Promise<Line[]> {
  const first: Line[] = [];
  for await (const { lines, last } of tableLines(path, form, bounds)) {
    first.push(...lines.slice(0, LOOKED_AT - first.length));
    if (first.length >= LOOKED_AT || last > LOOKED_THROUGH) break;
  }
  return first;
}

/** Guesses the meaning of columns; the heading row is the line with the most recognized cells. */
export function guessMapping(
  lines: readonly Line[],
  factors: readonly ImportFactor[],
  heading_row?: number,
): ImportMapping {
  const among = lines
    .filter(({ row }) => (heading_row === undefined ? row <= HEADINGS_WITHIN : row === heading_row))
    .map((line) => ({ line, guess: guessColumns(line.cells, factors) }));
  const best = among.reduce<(typeof among)[number] | undefined>(
    (most, one) => (most && scoreOf(most.guess) >= scoreOf(one.guess) ? most : one),
    undefined,
  );
  if (!best) throw new Fault('no_data', { detail: 'import_empty' });
  const width = Math.max(...lines.map(({ cells }) => cells.length));
  const { roles, label } = best.guess;
  const columns = Array.from({ length: width }, (_, at) => roles[at] ?? { as: 'ignored' as const });
  return { heading_row: best.line.row, label, columns };
}

const scoreOf = ({ roles }: GuessedColumns) => recognised(roles);

export function openForm(
  { path, file_name }: OpenedFile,
  sheet?: string,
  bounds?: Bounds,
): Promise<TableForm> {
  return tableFormOf(path, file_name, sheet, bounds);
}

/** Factors that a file can have; derived ones are computed, not imported. */
export function importFactors(db: Db): Promise<ImportFactor[]> {
  return db.rows<ImportFactor>(sql`
    select component_id, component_key, component_name, component_name_en, formula, unit, decimals, category,
           code_2017, code_2005
      from component where derivation is null order by sort, component_id`);
}
