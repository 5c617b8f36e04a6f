import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { Route } from '#server/http/route.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { namedSites, requireFileSites } from '#server/scope.ts';
import {
  reportFileActions,
  reportFiles,
  reportSchedules,
} from '#shared/contract/reports/report-schedules.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { Fault } from '#shared/faults.ts';
import { askedPeriod } from './build.ts';
import { queueReport, removeFiles } from './schedule.ts';

const fileRoutes = handlers(reportFileActions, {
  make: async ({ db, user, jobs }, { schedule_id, date }) => {
    const schedule = await db.one<{ schedule_id: number; schedule_name: string; kind: ReportKind }>(sql`
      select schedule_id, schedule_name, kind from report_schedule
       where schedule_id = ${schedule_id} and user_id = ${user.user_id}`);
    if (!schedule) throw new Fault('no_data');
    const period = askedPeriod(schedule.kind, date);
    const ask: JobQueue['ask'] = (job) => jobs.ask(job);
    return { job_id: await queueReport(ask, { ...schedule, user_id: user.user_id }, period) };
  },

  download: async (ctx, { report_file_id }) => {
    const [file] = await ownFiles(ctx, [report_file_id]);
    if (!file?.file_path) throw new Fault('file_missing');
    await requireFileSites(ctx, { of_sites: file.of_sites, of_all_sites: false });
    return { url: downloadUrl(ctx, file.file_path, file.file_name) };
  },

  remove: async (ctx, { report_file_id }) => {
    const files = await ownFiles(ctx, report_file_id);
    if (files.length < new Set(report_file_id).size) throw new Fault('no_data');
    await ctx.db.run(sql`delete from report_file where report_file_id = any(${report_file_id})`);
    await removeFiles(ctx.config.filesDir, files);
    return {};
  },
});

/** Users see only their own schedules. */
export const scheduleRoutes: readonly Route[] = [
  ...crud(reportSchedules, {
    scope: ({ user }) => sql`t.user_id = ${user.user_id}`,
    beforeSave: async (ctx, fields, before) => {
      const { site_ids } = fields as { site_ids?: number[] };
      if (site_ids && site_ids.length > 0) await namedSites(ctx, { site_ids });
      return before ? fields : { ...fields, user_id: ctx.user.user_id, since: ctx.now() };
    },
  }),
  list(reportFiles, {
    select: ({ user }) => sql`
      select f.report_file_id, f.file_name, f.schedule_id, s.schedule_name, s.kind, f.period_from, f.made_at, f.size,
             f.fault
        from report_file f join report_schedule s using (schedule_id) where s.user_id = ${user.user_id}`,
    sort: sql`period_from desc, report_file_id desc`,
  }),
  ...fileRoutes,
];

function ownFiles({ db, user }: Ctx, report_file_ids: readonly number[]) {
  return db.rows<{ file_path: string | null; file_name: string; of_sites: number[] | null }>(sql`
    select f.file_path, f.file_name, f.of_sites from report_file f join report_schedule s using (schedule_id)
     where f.report_file_id = any(${[...report_file_ids]}) and s.user_id = ${user.user_id}`);
}
