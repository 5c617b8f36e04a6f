import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CellValue } from 'hucre';
import type { App, Ctx } from '#server/app.ts';
import { userById } from '#server/http/auth.ts';
import { context } from '#server/http/dispatch.ts';
import { jobOrigin, type Progress, type StoredJob } from '#server/jobs/runner.ts';
import { may } from '#shared/domain/may.ts';
import { powerMissing } from '#shared/faults.ts';
import { isForm, writeBook, writeForm } from './form.ts';
import { flatHeadings } from './headings.ts';
import type { Sheet } from './sheet.ts';
import type { Table, TableQuestion, TableSource } from './source.ts';
import { type TableFormat, writeTable } from './write.ts';

interface Wanted {
  user_id: number;
  source: TableSource;
  format: TableFormat;
  /** Below the data folder. */
  file_path: string;
  ask(ctx: Ctx): TableQuestion | Promise<TableQuestion>;
}

/** Runs a job with the user's current rights, which may have changed since the request. */
export async function writeAsSeen(
  app: App,
  job: StoredJob,
  { user_id, source, format, file_path, ask }: Wanted,
  progress: Progress,
): Promise<void> {
  const user = await userById(app.pool, user_id);
  if (!may(user, source.needs)) throw powerMissing(source.needs);
  const ctx = context(app, app.pool, jobOrigin(job), user);
  const table = await source.open(ctx, await ask(ctx));
  await writeTableFile(join(app.config.filesDir, file_path), format, table, progress);
}

/** Writes a table to a file and reports the number of lines so far. A failure leaves no file behind. */
async function writeTableFile(
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
