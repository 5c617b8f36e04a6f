import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CellValue } from 'hucre';
import type { Progress } from '#server/jobs/runner.ts';
import { isForm, writeBook, writeForm } from './form.ts';
import { flatHeadings } from './headings.ts';
import type { Sheet } from './sheet.ts';
import type { Table } from './source.ts';
import { type TableFormat, writeTable } from './write.ts';

/** A table as a file, telling on the way how many of its lines are written. What fails leaves nothing behind. */
export async function writeTableFile(
  path: string,
  format: TableFormat,
  table: Table,
  progress: Progress,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const rows = reportedRows(table, progress);
    if (format === 'xlsx' && table.sheets) await writeBook(path, reportedSheets(table.sheets(), progress));
    else if (format === 'xlsx' && isForm(table)) await writeForm(path, table, rows);
    else await writeTable(path, format, table.title, flatHeadings(table.headings), rows);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function* reportedRows(table: Table, progress: Progress): AsyncGenerator<CellValue[]> {
  let done = 0;
  for await (const rows of table.rows()) {
    yield* rows;
    done += rows.length;
    await progress.report(done);
  }
}

async function* reportedSheets(sheets: AsyncIterable<Sheet>, progress: Progress): AsyncGenerator<Sheet> {
  let done = 0;
  for await (const sheet of sheets) {
    yield sheet;
    done += sheet.lines.length;
    await progress.report(done);
  }
}
