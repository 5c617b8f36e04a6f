import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { handlers } from '#server/http/handlers.ts';
import { page } from '#server/http/list.ts';
import type { Route } from '#server/http/route.ts';
import { requireFileSites, type SitesOfFile } from '#server/scope.ts';
import type { TableSource } from '#server/tables/source.ts';
import { type Job, jobs } from '#shared/contract/platform/jobs.ts';
import { may } from '#shared/domain/may.ts';
import { formatTime } from '#shared/domain/time.ts';
import { Fault, powerMissing } from '#shared/faults.ts';
import type { ExportParams } from './exports.ts';

export const jobRoutes: readonly Route[] = handlers(jobs, {
  startExport: async (ctx, { listing, format, language, columns, query }) => {
    const source = ctx.exportable.get(listing);
    if (!source)
      throw new Fault('parameter_error', { fields: [{ field: 'listing', problem: 'unknown_value' }] });
    if (!may(ctx.user, source.needs)) throw powerMissing(source.needs);
    const params: ExportParams = { listing, format, language, columns, query };
    const { title, total } = await sizeOf(source, ctx, params);
    if (total === 0) throw new Fault('no_data', { detail: 'export_empty' });
    const stamp = formatTime(ctx.now()).replace(/[- :]/g, '').slice(0, 14);
    const file_name = `${title}-${stamp}.${format}`;
    const { user_id } = ctx.user;
    return { job_id: await ctx.jobs.ask({ user_id, kind: 'export', title, params, total, file_name }) };
  },

  list: ({ db, user }, query) =>
    page<Job>(
      db,
      sql`select job_id, kind, title, state, done, total, fault, fault_detail, fault_params, file_name, created_at, finished_at
            from job
           where user_id = ${user.user_id} and (${query.job_id ?? null}::integer is null or job_id = ${query.job_id ?? null})`,
      sql`job_id desc`,
      query,
    ),

  demoHistory: async ({ db }) => {
    const filling = await db.one<{ done: number; total: number }>(sql`
      select done, coalesce(total, 0) as total from job
       where kind = 'demo_history' and state in ('queued', 'running') limit 1`);
    return { filling: filling ?? null };
  },

  cancel: async ({ db, user }, { job_id }) => {
    const changed = await db.run(sql`
      update job set state = 'cancelled', finished_at = now()
       where job_id = ${job_id} and user_id = ${user.user_id} and state in ('queued', 'running')`);
    if (changed === 0) throw new Fault('no_data');
    return {};
  },

  download: async (ctx, { job_id }) => {
    const row = await ctx.db.one<{ file_path: string; file_name: string; listing: string } & SitesOfFile>(sql`
      select file_path, file_name, coalesce(params->>'listing', '') as listing, of_sites, of_all_sites from job
       where job_id = ${job_id} and user_id = ${ctx.user.user_id} and state = 'done' and file_path is not null`);
    if (!row) throw new Fault('file_missing');
    // Checked again, because the user's role and sites may have changed since the export.
    const source = ctx.exportable.get(row.listing);
    if (source && !may(ctx.user, source.needs)) throw powerMissing(source.needs);
    await requireFileSites(ctx, row);
    return { url: downloadUrl(ctx, row.file_path, row.file_name) };
  },
});

async function sizeOf(source: TableSource, ctx: Ctx, params: ExportParams) {
  if (source.size) return source.size(ctx, params);
  const { title, count } = await source.open(ctx, params);
  return { title, total: await count() };
}
