import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CellValue } from 'hucre';
import { excelLibrary } from './excel-library.ts';

export type TableFormat = 'xlsx' | 'csv';

/** Streams rows into a file: memory use does not depend on their number. */
export async function writeTable(
  path: string,
  format: TableFormat,
  sheet: string,
  headings: readonly string[],
  rows: AsyncIterable<CellValue[]>,
): Promise<void> {
  const bytes = format === 'csv' ? Readable.from(csv(headings, rows)) : await workbook(sheet, headings, rows);
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
}

async function workbook(
  sheet: string,
  headings: readonly string[],
  rows: AsyncIterable<CellValue[]>,
): Promise<Readable> {
  const { writeXlsxStream } = await excelLibrary();
  const stream = writeXlsxStream(rows, {
    name: sheetName(sheet),
    columns: headings.map((header) => ({ header, width: 18 })),
    freezePane: { rows: 1 },
  });
  // At run time, the DOM's and Node's stream types are the same.
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** Excel refuses longer names and these characters. */
export function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
}

/** With a byte-order mark, because Excel otherwise does not recognise UTF-8. */
async function* csv(headings: readonly string[], rows: AsyncIterable<CellValue[]>): AsyncGenerator<string> {
  yield `\ufeff${line(headings)}`;
  for await (const row of rows) yield line(row);
}

function line(cells: readonly CellValue[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: CellValue): string {
  if (value === null) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  // A leading quote prevents a spreadsheet from running the text as a formula.
  const isRun = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const safe = isRun ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
