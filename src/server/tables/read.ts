import { readFile } from 'node:fs/promises';
import { parseCsv, readXlsx } from 'hucre';
import { Fault } from '#shared/faults.ts';
import { checkUnpackedSize } from './unpacked-size.ts';

export interface TableRow {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  cells: string[];
}

/** Blank rows cost nothing but memory: this many times the rows asked for are looked at. */
const BLANKS = 10;
/** A sheet is held as a whole while it is read. */
const MAX_UNPACKED_MB = 50;

/** The filled rows of an Excel or CSV file as text, heading first. Any text could be a CSV, so it must be named one. */
export async function readTable(path: string, fileName: string, maxRows: number): Promise<TableRow[]> {
  const bytes = await readFile(path);
  const rows = isArchive(bytes) ? await readExcel(bytes, maxRows * BLANKS) : readCsv(bytes, fileName);
  const filled = rows
    .map((row, index) => ({ row: index + 1, cells: row.map(text) }))
    .filter(({ row, cells }) => row === 1 || cells.some((cell) => cell !== ''));
  if (filled.length > maxRows + 1 || rows.length >= maxRows * BLANKS)
    throw new Fault('file_format_wrong', { detail: 'too_many_rows', params: { max: maxRows } });
  return filled;
}

/** Every xlsx is a ZIP archive. */
function isArchive(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
}

async function readExcel(bytes: Buffer, maxRows: number): Promise<unknown[][]> {
  await checkUnpackedSize(bytes, MAX_UNPACKED_MB);
  const book = await readXlsx(bytes, { sheets: [0], maxRows }).catch(() => {
    throw new Fault('file_format_wrong');
  });
  const [sheet] = book.sheets;
  // Other documents are archives too.
  if (!sheet) throw new Fault('file_format_wrong');
  return sheet.rows;
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
  return value instanceof Date ? value.toISOString() : String(value).trim();
}
