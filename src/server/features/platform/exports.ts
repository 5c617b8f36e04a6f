import { join } from 'node:path';
import * as z from 'zod';
import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { userById } from '#server/http/auth.ts';
import type { Route } from '#server/http/route.ts';
import type { StoredJob, Worker } from '#server/jobs/runner.ts';
import { visibleSites } from '#server/scope.ts';
import type { TableSource } from '#server/tables/source.ts';
import { writeAsSeen } from '#server/tables/write-file.ts';
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

/** All lists, and the explicit tables. */
export function exportSources(
  routes: readonly Route[],
  tables: readonly TableSource[],
): Map<string, TableSource> {
  const lists = routes.flatMap(({ source }) => (source ? [listTable(source)] : []));
  return new Map([...lists, ...tables].map((table) => [table.name, table]));
}

/** Exports all matching rows, with the permissions of the requesting user. */
export const exportWorker: Worker = async (app, job, progress) => {
  const params = exportParams.parse(job.params);
  const source = app.exportable.get(params.listing);
  if (!source) throw new Fault('no_data');
  const { format } = params;
  const file_path = join('exports', `${job.job_id}.${format}`);
  const { user_id } = job;
  await noteSites(app, job);
  await writeAsSeen(app, job, { user_id, source, format, file_path, ask: () => params }, progress);
  return { file_path };
};

/** Recorded before the first row is read, so that every exported site is included. */
async function noteSites({ pool }: App, { job_id, user_id }: StoredJob): Promise<void> {
  const seen = await visibleSites(pool, await userById(pool, user_id));
  await pool.run(sql`
    update job set of_sites = ${seen ? [...seen] : null}::integer[], of_all_sites = ${seen === undefined}
     where job_id = ${job_id}`);
}
