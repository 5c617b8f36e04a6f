import { open, readFile, stat } from 'node:fs/promises';
import type { CellValue } from 'hucre';
import { Fault } from '#shared/faults.ts';
import { type CsvForm, csvFormOf, csvRecords } from './csv-records.ts';
import { checkUnpackedSize } from './unpacked-size.ts';
import { type Bounds, sheetNames, sheetRows } from './xlsx-rows.ts';

/** The format of a table file. */
export type TableForm = ({ type: 'csv' } & CsvForm) | { type: 'xlsx'; sheets: string[]; sheet: string };

export interface Line {
  /** Row number as in a spreadsheet, from 1. */
  row: number;
  cells: string[];
}

/**
 * The texts of a sheet are held in memory while it is read, at forty times their size here. CSV files have no limit.
 */
const MAX_XLSX_MB = 20;
const MAX_UNPACKED_MB = 300;

export async function tableFormOf(
  path: string,
  fileName: string,
  sheet?: string,
  { maxUnpackedMb = MAX_UNPACKED_MB, ...bounds }: Bounds & { maxUnpackedMb?: number } = {},
): Promise<TableForm> {
  if (!(await isArchive(path))) {
    if (!/\.(csv|txt)$/i.test(fileName)) throw new Fault('file_format_wrong');
    return { type: 'csv', ...(await csvFormOf(path)) };
  }
  const { size } = await stat(path);
  if (size > MAX_XLSX_MB * 1024 * 1024) {
    throw new Fault('upload_failed', { detail: 'xlsx_too_large', params: { max: `${MAX_XLSX_MB} MB` } });
  }
  await checkUnpackedSize(await readFile(path), maxUnpackedMb);
  const sheets = await sheetNames(path, bounds);
  const chosen = sheets.find((name) => name === sheet) ?? sheets[0];
  if (chosen === undefined) throw new Fault('file_format_wrong');
  return { type: 'xlsx', sheets, sheet: chosen };
}

/** Every xlsx file is a ZIP archive. */
async function isArchive(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from('PK\u0003\u0004'));
  } finally {
    await file.close();
  }
}

interface Reading extends Bounds {
  /** How a cell of a sheet is converted to text. */
  textOf?(value: CellValue): string;
}

/** Some lines, and the share of the file that has been read, 0 to 1. */
export interface Lines {
  lines: Line[];
  /** The last row that was read, even if it is empty. */
  last: number;
  share: number;
}

/** All lines of a table in batches, with their numbers in the file; empty lines are left out. */
export async function* tableLines(
  path: string,
  form: TableForm,
  reading: Reading = {},
): AsyncGenerator<Lines> {
  const { size } = await stat(path);
  if (form.type === 'xlsx') {
    yield* sheetLines(path, size, form.sheet, reading);
    return;
  }
  let row = 0;
  for await (const { records, bytes } of csvRecords(path, form)) {
    const lines: Line[] = [];
    for (const cells of records) {
      row += 1;
      if (cells.some((cell) => cell.trim() !== '')) lines.push({ row, cells });
    }
    yield { lines, last: row, share: bytes / size };
  }
}

async function* sheetLines(
  path: string,
  size: number,
  sheet: string,
  { textOf = cellText, ...bounds }: Reading,
): AsyncGenerator<Lines> {
  for await (const { rows, last, bytes } of sheetRows(path, sheet, bounds)) {
    const lines = rows.map(({ row, values }) => ({ row, cells: values.map(textOf) }));
    yield { lines, last, share: bytes / size };
  }
}

function cellText(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  // A spreadsheet stores local time as a fraction of days: a whole second may be slightly too small.
  const seconds = new Date(Math.round(value.getTime() / 1000) * 1000);
  return seconds.toISOString().slice(0, 19).replace('T', ' ');
}
