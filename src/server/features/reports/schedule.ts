import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { App, Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Worker } from '#server/jobs/runner.ts';
import { notify, type UserNotice } from '#server/messages/notify.ts';
import { scope } from '#server/scope.ts';
import { writeAsSeen } from '#server/tables/write-file.ts';
import { sayIn } from '#server/words.ts';
import { reportName } from '#shared/domain/report-line.ts';
import { type ReportKind, type ReportPeriod, reportPeriod } from '#shared/domain/report-period.ts';
import { formatTime } from '#shared/domain/time.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import type { Language } from '#shared/i18n/index.ts';
import { reportTable } from './report-tables.ts';

interface Schedule {
  schedule_id: number;
  user_id: number;
  schedule_name: string;
  kind: ReportKind;
  layout: 'sheets' | 'compare';
  format: 'xlsx' | 'csv';
  language: Language;
  site_ids: number[];
  due_hours: number;
  keep_count: number;
}

const columns = sql`
  s.schedule_id, s.user_id, s.schedule_name, s.kind, s.layout, s.format, s.language, s.site_ids, s.due_hours,
  s.keep_count`;

const EVERY_MS = 20_000;
/** Limit per schedule after a long downtime; older reports can be created manually. */
const MOST_AT_ONCE = 31;

/** Queues a report once its period has been over for `due_hours`. */
export async function queueDueReports({ pool, jobs, now }: App): Promise<void> {
  const schedules = await pool.rows<Schedule & { until: string }>(sql`
    select ${columns}, greatest(s.since, d.until) as until
      from report_schedule s left join report_due d using (schedule_id)
     where s.enabled order by s.schedule_id`);
  for (const schedule of schedules) {
    for (const period of duePeriods(schedule, new Date(schedule.until), now())) {
      // Updating `until` decides which of several servers queues the job.
      await pool.tx({}, async (db) => {
        const mine = await db.one(sql`
          insert into report_due as d (schedule_id, until) values (${schedule.schedule_id}, ${period.to})
          on conflict (schedule_id) do update set until = excluded.until where d.until < excluded.until
          returning schedule_id`);
        if (mine) await queueReport((job) => jobs.add(job, db), schedule, period);
      });
    }
  }
  jobs.wake();
}

export function duePeriods(
  { kind, due_hours }: Pick<Schedule, 'kind' | 'due_hours'>,
  until: Date,
  now: Date,
): ReportPeriod[] {
  const over = new Date(now.getTime() - due_hours * HOUR_MS);
  const due: ReportPeriod[] = [];
  let period = periodAt(kind, over);
  while (period && due.length < MOST_AT_ONCE) {
    period = periodAt(kind, new Date(period.from.getTime() - 1));
    if (!period || period.to <= until) break;
    due.unshift(period);
  }
  return due;
}

function periodAt(kind: ReportKind, at: Date): ReportPeriod | undefined {
  return reportPeriod(kind, formatTime(at, 'yyyy-MM-dd'));
}

/** `queue` is `add` of the job queue for scheduled reports and `ask` for those that a user requests. */
export function queueReport(
  queue: JobQueue['add'],
  schedule: Pick<Schedule, 'schedule_id' | 'user_id' | 'schedule_name' | 'kind'>,
  period: ReportPeriod,
): Promise<number> {
  const { schedule_id, user_id } = schedule;
  const params: ReportJob = { schedule_id, date: formatTime(period.from, 'yyyy-MM-dd') };
  return queue({ user_id, kind: 'report', title: titleOf(schedule, period), params });
}

function titleOf(
  { schedule_name, kind }: Pick<Schedule, 'schedule_name' | 'kind'>,
  { from }: ReportPeriod,
): string {
  return `${schedule_name} ${reportName(kind, from)}`;
}

const reportJob = z.object({ schedule_id: z.int(), date: z.string() });
type ReportJob = z.output<typeof reportJob>;

/** Creates a report with the owner's current permissions. A failure is stored too, with its reason. */
export const reportWorker: Worker = async (app, job, progress) => {
  const { schedule_id, date } = reportJob.parse(job.params);
  const schedule = await app.pool.one<Schedule>(
    sql`select ${columns} from report_schedule s where s.schedule_id = ${schedule_id}`,
  );
  const period = schedule && reportPeriod(schedule.kind, date);
  if (!schedule || !period) return undefined;
  const file_path = join('reports', `${job.job_id}.${schedule.format}`);
  const made = { file_name: `${titleOf(schedule, period)}.${schedule.format}`, period_from: period.from };
  try {
    const { user_id, kind, layout, language, format, site_ids } = schedule;
    let of_sites: number[] = [];
    const ask = async (ctx: Ctx) => {
      of_sites = await sitesOf(ctx, site_ids);
      return { language, columns: [], query: { kind, layout, date, site_ids: of_sites } };
    };
    await writeAsSeen(app, job, { user_id, source: reportTable, format, file_path, ask }, progress);
    const { size } = await stat(join(app.config.filesDir, file_path));
    await keep(app, schedule, { ...made, file_path, size, of_sites, fault: null });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await keep(app, schedule, { ...made, file_path: null, size: null, of_sites: null, fault: error.fault });
  }
  await dropOldest(app, schedule);
  return undefined;
};

/** The given sites that the owner still sees; all non-virtual ones if none are given. */
async function sitesOf({ db, user }: Ctx, site_ids: readonly number[]): Promise<number[]> {
  const named = site_ids.length > 0 ? sql`s.site_id = any(${[...site_ids]})` : sql`not s.virtual_data`;
  const rows = await db.rows<{ site_id: number }>(
    sql`select s.site_id from site s where ${named} and ${scope(user, sql`s.site_id`)}`,
  );
  if (rows.length === 0) throw new Fault('no_data');
  return rows.map(({ site_id }) => site_id);
}

interface Made {
  file_name: string;
  period_from: Date;
  file_path: string | null;
  size: number | null;
  /** The sites in the report. */
  of_sites: number[] | null;
  fault: string | null;
}

/** Replaces an earlier report of the same schedule and period. */
async function keep(app: App, schedule: Schedule, made: Made): Promise<void> {
  const { pool, now, config } = app;
  const { schedule_id, user_id } = schedule;
  const { file_name, period_from, file_path, size, of_sites, fault } = made;
  const before = await pool.one<{ file_path: string | null }>(sql`
    select file_path from report_file where schedule_id = ${schedule_id} and period_from = ${period_from}`);
  await pool.tx({}, async (db) => {
    await db.run(sql`
      insert into report_file (schedule_id, period_from, made_at, file_name, file_path, size, of_sites, fault)
      values (${schedule_id}, ${period_from}, ${now()}, ${file_name}, ${file_path}, ${size}, ${of_sites}::integer[], ${fault})
      on conflict (schedule_id, period_from) do update
         set made_at = excluded.made_at, file_name = excluded.file_name, file_path = excluded.file_path,
             size = excluded.size, of_sites = excluded.of_sites, fault = excluded.fault`);
    await notify(app, db, [user_id], noticeOf(schedule, made));
  });
  // A job that is retried after a stop writes the same file.
  if (before && before.file_path !== file_path) await removeFiles(config.filesDir, [before]);
}

/** The notice to the owner. */
function noticeOf({ language }: Schedule, { file_name, fault }: Made): UserNotice {
  const say = sayIn(language);
  const name = file_name.replace(/\.\w+$/, '');
  const what = fault ? 'report_failed' : 'report';
  const reason = fault ? say(`faults.${fault}`) : '';
  return {
    kind: 'report',
    subject: say(`messages.${what}_subject`, { name }),
    body: say(`messages.${what}_body`, { name, reason }),
  };
}

async function dropOldest({ pool, config }: App, { schedule_id, keep_count }: Schedule): Promise<void> {
  const gone = await pool.rows<{ file_path: string | null }>(sql`
    delete from report_file where report_file_id in (
      select report_file_id from report_file where schedule_id = ${schedule_id}
       order by period_from desc offset ${keep_count})
    returning file_path`);
  await removeFiles(config.filesDir, gone);
}

export async function removeFiles(
  filesDir: string,
  files: readonly { file_path: string | null }[],
): Promise<void> {
  for (const { file_path } of files) if (file_path) await rm(join(filesDir, file_path), { force: true });
}

export function startReportClock(app: App): { stop(): Promise<void> } {
  return repeat(EVERY_MS, () => queueDueReports(app), app.log, 'could not look for due reports');
}
