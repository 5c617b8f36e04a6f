import { readFile } from 'node:fs/promises';
import { parseCsv, readXlsx } from 'hucre';
import { Fault } from '#shared/faults.ts';

/** More rows than anyone types by hand; beyond it, a bulk import is the right door. */
const MAX_ROWS = 10_000;

/** The rows of an Excel or CSV file as text, heading first. What the file really is decides, not its name. */
export async function readTable(path: string): Promise<string[][]> {
  const bytes = await readFile(path);
  // Every xlsx is a ZIP archive.
  const rows = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
    ? await readExcel(bytes)
    : readCsv(bytes);
  const filled = rows
    .map((row) => row.map(text))
    .filter((row, index) => index === 0 || row.some((cell) => cell !== ''));
  if (filled.length > MAX_ROWS + 1)
    throw new Fault('file_format_wrong', { detail: 'file_too_large', params: { max: MAX_ROWS } });
  return filled;
}

async function readExcel(bytes: Buffer): Promise<unknown[][]> {
  const book = await readXlsx(bytes, { sheets: [0], maxRows: MAX_ROWS + 2 }).catch(() => {
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
