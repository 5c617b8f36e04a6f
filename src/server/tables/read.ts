import { readFile } from 'node:fs/promises';
import { parseCsv, readXlsx } from 'hucre';
import { Fault } from '#shared/faults.ts';

export interface TableRow {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number;
  cells: string[];
}

/** Blank rows cost nothing but memory: this many times the rows asked for are looked at. */
const BLANKS = 10;

/** The filled rows of an Excel or CSV file as text, heading first. What the file really is decides, not its name. */
export async function readTable(path: string, maxRows: number): Promise<TableRow[]> {
  const bytes = await readFile(path);
  // Every xlsx is a ZIP archive.
  const rows = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
    ? await readExcel(bytes, maxRows * BLANKS)
    : readCsv(bytes);
  const filled = rows
    .map((row, index) => ({ row: index + 1, cells: row.map(text) }))
    .filter(({ row, cells }) => row === 1 || cells.some((cell) => cell !== ''));
  if (filled.length > maxRows + 1 || rows.length >= maxRows * BLANKS)
    throw new Fault('file_format_wrong', { detail: 'too_many_rows', params: { max: maxRows } });
  return filled;
}

async function readExcel(bytes: Buffer, maxRows: number): Promise<unknown[][]> {
  const book = await readXlsx(bytes, { sheets: [0], maxRows }).catch(() => {
    throw new Fault('file_format_wrong');
  });
  return book.sheets[0]?.rows ?? [];
}

function readCsv(bytes: Buffer): unknown[][] {
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

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value).trim();
}
