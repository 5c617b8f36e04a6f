import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CellValue } from 'hucre';
import * as z from 'zod';
import { userById } from '#server/http/auth.ts';
import { may, type Origin } from '#server/http/ctx.ts';
import { context } from '#server/http/dispatch.ts';
import type { Route, Table, TableSource } from '#server/http/route.ts';
import type { Progress, StoredJob, Worker } from '#server/jobs/runner.ts';
import { isForm, writeBook, writeForm } from '#server/tables/form.ts';
import { flatHeadings } from '#server/tables/headings.ts';
import type { Sheet } from '#server/tables/sheet.ts';
import { writeTable } from '#server/tables/write.ts';
import { Fault } from '#shared/faults.ts';
import { isLanguage, type Language } from '#shared/i18n/index.ts';
import { listTable } from './list-table.ts';

export const exportParams = z.object({
  listing: z.string(),
  format: z.enum(['xlsx', 'csv']),
  language: z.custom<Language>(isLanguage),
  columns: z.array(z.string()),
  query: z.record(z.string(), z.unknown()),
});
export type ExportParams = z.output<typeof exportParams>;

/** Every list can be exported, and the tables besides. */
export function exportSources(
  routes: readonly Route[],
  tables: readonly TableSource[],
): Map<string, TableSource> {
  const lists = routes.flatMap(({ source }) => (source ? [listTable(source)] : []));
  return new Map([...lists, ...tables].map((table) => [table.name, table]));
}

/** Writes all matching rows into a file, as the user who asked would see them. */
export function exportWorker(sources: Map<string, TableSource>): Worker {
  return async (app, job, progress) => {
    const params = exportParams.parse(job.params);
    const source = sources.get(params.listing);
    if (!source) throw new Fault('no_data');
    const user = await userById(app.pool, job.user_id);
    // The user's role may be another one than when they asked.
    if (!may(user, source.needs)) throw new Fault('permission_denied');
    const file_path = join('exports', `${job.job_id}.${params.format}`);
    const path = join(app.config.dataDir, file_path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const table = await source.open(context(app, app.pool, originOf(job), user), params);
      const rows = reportedRows(table, progress);
      if (params.format === 'xlsx' && table.sheets)
        await writeBook(path, reportedSheets(table.sheets(), progress));
      else if (params.format === 'xlsx' && isForm(table)) await writeForm(path, table, rows);
      else await writeTable(path, params.format, table.title, flatHeadings(table.headings), rows);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { file_path };
  };
}

function originOf({ job_id, kind }: StoredJob): Origin {
  return { ip: '', imei: '', platform: '', user_agent: '', request_id: `job-${job_id}`, call: kind };
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
