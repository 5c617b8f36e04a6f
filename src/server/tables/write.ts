import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CellValue, writeXlsxStream } from 'hucre';

export type TableFormat = 'xlsx' | 'csv';

export interface TableColumn {
  heading: string;
  /** In characters; only Excel knows widths. */
  width?: number;
}

/** Streams rows into a file: memory stays flat however many there are. */
export async function writeTable(
  path: string,
  format: TableFormat,
  sheet: string,
  columns: readonly TableColumn[],
  rows: AsyncIterable<CellValue[]>,
): Promise<void> {
  const bytes =
    format === 'csv'
      ? Readable.from(csv(columns, rows))
      : Readable.fromWeb(
          // The DOM's and Node's stream types are the same thing at run time.
          writeXlsxStream(rows, {
            // Excel refuses longer names and these characters.
            name: sheet.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
            columns: columns.map(({ heading, width }) => ({ header: heading, width: width ?? 18 })),
            freezePane: { rows: 1 },
          }) as Parameters<typeof Readable.fromWeb>[0],
        );
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
}

/** With a byte-order mark, or Excel takes UTF-8 for something else. */
async function* csv(
  columns: readonly TableColumn[],
  rows: AsyncIterable<CellValue[]>,
): AsyncGenerator<string> {
  yield `\ufeff${line(columns.map(({ heading }) => heading))}`;
  for await (const row of rows) yield line(row);
}

function line(cells: readonly CellValue[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: CellValue): string {
  if (value === null) return '';
  const text = value instanceof Date ? value.toISOString() : String(value);
  // A text that a spreadsheet would run as a formula is made plain by a quote in front.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
