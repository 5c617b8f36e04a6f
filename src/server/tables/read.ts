import type { CellValue } from 'hucre';
import { Fault } from '#shared/faults.ts';
import { type TableForm, tableFormOf, tableLines } from './records.ts';
import type { Bounds } from './xlsx-rows.ts';

export interface TableRow {
  /** Row number as in a spreadsheet, from 1. */
  row: number;
  cells: string[];
}

/** Blank rows only cost memory: up to this many times the maximum number of rows is read. */
const BLANKS = 10;
/** The heading is looked for in this many rows. */
const HEADING_ROWS = 5;
/** Far more than a sheet of this many rows needs. */
const MAX_UNPACKED_MB = 50;
/** Later sheets are not searched for the data. */
const MAX_SHEETS = 20;
/** All rows are held in memory while they are checked. */
const MAX_SIGNS = 20_000_000;
/** A call has 60 seconds. */
const MAX_MS = 40_000;
/** Heap for a workbook of that size. */
const HEAP_MB = 384;

/**
 * The filled rows of an Excel or CSV file as text, heading first. The heading may be below a title or on a later sheet:
 * it is the row with the best score. Any text could be a CSV file, so it needs that extension.
 */
export async function readTable(
  path: string,
  fileName: string,
  maxRows: number,
  headingScore: (cells: string[]) => number,
): Promise<TableRow[]> {
  const bounds = { time: { leftMs: MAX_MS }, heapMb: HEAP_MB };
  const form = await tableFormOf(path, fileName, undefined, { maxUnpackedMb: MAX_UNPACKED_MB, ...bounds });
  let best: { score: number; filled: TableRow[]; last: number } = { score: -1, filled: [], last: 0 };
  for (const each of formsOf(form)) {
    const { filled, last } = await filledRows(path, each, maxRows, bounds);
    const scores = filled.slice(0, HEADING_ROWS).map(({ cells }) => headingScore(cells));
    const score = Math.max(0, ...scores);
    if (score > best.score) best = { score, last, filled: filled.slice(Math.max(scores.indexOf(score), 0)) };
  }
  if (best.filled.length > maxRows + 1 || best.last >= maxRows * BLANKS)
    throw new Fault('file_format_wrong', { detail: 'too_many_rows', params: { max: maxRows } });
  return best.filled;
}

function formsOf(form: TableForm): TableForm[] {
  if (form.type === 'csv') return [form];
  return form.sheets.slice(0, MAX_SHEETS).map((sheet) => ({ ...form, sheet }));
}

/** The rows that can be used, and one more, which shows that there are too many. */
async function filledRows(path: string, form: TableForm, maxRows: number, bounds: Bounds) {
  const filled: TableRow[] = [];
  let [last, signs] = [0, 0];
  const most = maxRows + 1 + HEADING_ROWS;
  for await (const read of tableLines(path, form, { textOf: text, ...bounds })) {
    for (const { row, cells } of read.lines) {
      const texts = cells.map(text);
      if (texts.every((cell) => cell === '')) continue;
      filled.push({ row, cells: texts });
      signs += texts.reduce((sum, cell) => sum + cell.length, 0);
    }
    if (signs > MAX_SIGNS) {
      throw new Fault('upload_failed', {
        detail: 'file_too_large',
        params: { max: `${MAX_SIGNS / 1e6} MB` },
      });
    }
    last = read.last;
    if (filled.length > most || last >= maxRows * BLANKS) break;
  }
  return { filled, last };
}

/** Excel keeps 15 digits of a number; the others have become zeros. */
const MAX_EXACT = 999_999_999_999_999;

function text(value: CellValue): string {
  if (value === null || value === undefined) return '';
  // Written with an exponent, so that it is visibly not what was typed.
  if (typeof value === 'number' && Math.abs(value) > MAX_EXACT) return value.toExponential();
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
  // Joins a line that was broken to fit its cell.
  return String(value)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
