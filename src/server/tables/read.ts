import { readFile } from 'node:fs/promises';
import { parseCsv, readXlsx, type SheetFilter } from 'hucre';
import { Fault } from '#shared/faults.ts';
import { checkUnpackedSize } from './unpacked-size.ts';

export interface TableRow {
  /** As a spreadsheet counts: from 1. */
  row: number;
  cells: string[];
}

/** Blank rows cost nothing but memory: this many times the rows asked for are looked at. */
const BLANKS = 10;
/** Among so many rows the heading is looked for. */
const HEADING_ROWS = 5;
/** A sheet is held as a whole while it is read. */
const MAX_UNPACKED_MB = 50;

/**
 * The filled rows of an Excel or CSV file as text, heading first; it may stand below a title or behind a sheet of notes:
 * it is the row that scores most. Any text could be a CSV, so it must be named one.
 */
export async function readTable(
  path: string,
  fileName: string,
  maxRows: number,
  headingScore: (cells: string[]) => number,
): Promise<TableRow[]> {
  const bytes = await readFile(path);
  const most = maxRows * BLANKS;
  const sheets = isArchive(bytes) ? await readExcel(bytes, most) : [readCsv(bytes, fileName)];
  const tables = sheets.map((rows) => {
    const filled = filledRows(rows);
    const scores = filled.slice(0, HEADING_ROWS).map(({ cells }) => headingScore(cells));
    const score = Math.max(0, ...scores);
    return { score, length: rows.length, filled: filled.slice(Math.max(scores.indexOf(score), 0)) };
  });
  const [{ filled, length } = { filled: [], length: 0 }] = tables.sort((a, b) => b.score - a.score);
  if (filled.length > maxRows + 1 || length >= most)
    throw new Fault('file_format_wrong', { detail: 'too_many_rows', params: { max: maxRows } });
  return filled;
}

function filledRows(rows: readonly unknown[][]): TableRow[] {
  return rows
    .map((row, index) => ({ row: index + 1, cells: row.map(text) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** Every xlsx is a ZIP archive. */
function isArchive(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
}

/** The sheets that its reader sees. */
async function readExcel(bytes: Buffer, maxRows: number): Promise<unknown[][][]> {
  await checkUnpackedSize(bytes, MAX_UNPACKED_MB);
  const isShown: SheetFilter = ({ hidden, veryHidden }) => !hidden && !veryHidden;
  const book = await readXlsx(bytes, { sheets: isShown, maxRows }).catch(() => {
    throw new Fault('file_format_wrong');
  });
  // Other documents are archives too.
  if (book.sheets.length === 0) throw new Fault('file_format_wrong');
  return book.sheets.map(({ rows }) => rows);
}

function readCsv(bytes: Buffer, fileName: string): unknown[][] {
  if (!/\.csv$/i.test(fileName)) throw new Fault('file_format_wrong');
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Excel in Chinese saves CSV in its own encoding.
    content = new TextDecoder('gb18030').decode(bytes);
  }
  if (content.includes('\0')) throw new Fault('file_format_wrong');
  return parseCsv(content.replace(/^\ufeff/, ''));
}

/** What Excel keeps of a number; further digits have become zeros. */
const MAX_EXACT = 999_999_999_999_999;

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  // Written so that it can be seen to be no longer what was typed.
  if (typeof value === 'number' && Math.abs(value) > MAX_EXACT) return value.toExponential();
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
  // A line that was broken to fit its cell.
  return String(value)
    .trim()
    .replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
