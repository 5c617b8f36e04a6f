import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { UpkeepJob, UpkeepRun, UpkeepState } from '#shared/contract/platform/upkeep.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import type { Upkeep } from './upkeep.ts';

/** A failed run is repeated sooner than a successful one. */
const RETRY_MS = 15 * MINUTE_MS;

export const runColumns = sql`
  r.run_id, r.started_at, r.finished_at, coalesce(r.outcome, 'running') as outcome, r.parts, r.asked_by`;

/**
 * When the next run is due. A run whose server died is repeated at once, but only once: it may be what ended the server.
 * Times in the future, written by a server with a fast clock, are ignored.
 */
export function nextRun(
  { everyMs }: Upkeep,
  last: Pick<UpkeepRun, 'started_at' | 'outcome'> | undefined,
  { failures = 0 }: Partial<Pick<UpkeepRecord, 'failures'>>,
  now: Date,
): Date {
  const started = last ? new Date(last.started_at) : undefined;
  if (!last || !started || started > now) return now;
  if (last.outcome === 'stopped' && failures <= 1) return now;
  const failed = last.outcome === 'failed' || last.outcome === 'stopped';
  return new Date(started.getTime() + (failed ? Math.min(RETRY_MS, everyMs) : everyMs));
}

export interface UpkeepRecord {
  job: UpkeepJob;
  succeeded_at: string | null;
  failures: number;
}

/** Failures of each job since its last success, and the time of that success. */
export const upkeepRecords = sql`
  select job, max(finished_at) filter (where outcome = 'done') as succeeded_at,
         count(*) filter (where outcome <> 'done' and run_id > coalesce(success, 0)) as failures
    from (select *, max(run_id) filter (where outcome = 'done') over (partition by job) as success
            from upkeep_run) r
   group by job`;

/** The last run of a job and its record; undefined where it never ran. */
export async function lastRun(
  db: Db,
  job: UpkeepJob,
): Promise<(Pick<UpkeepRun, 'started_at' | 'outcome'> & UpkeepRecord) | undefined> {
  return db.one(sql`
    select r.started_at, coalesce(r.outcome, 'running') as outcome, c.*
      from upkeep_run r join (${upkeepRecords}) c using (job)
     where r.job = ${job} order by r.run_id desc limit 1`);
}

export async function upkeepStates(db: Db, jobs: readonly Upkeep[], now: Date): Promise<UpkeepState[]> {
  const newest = await db.rows<UpkeepRun & { job: UpkeepJob }>(sql`
    select distinct on (r.job) r.job, ${runColumns} from upkeep_run r order by r.job, r.run_id desc`);
  const records = await db.rows<UpkeepRecord>(upkeepRecords);
  return jobs.map((upkeep) => {
    const last = newest.find(({ job }) => job === upkeep.job);
    const record = records.find(({ job }) => job === upkeep.job);
    return {
      job: upkeep.job,
      last: last ?? null,
      succeeded_at: record?.succeeded_at ?? null,
      failures: record?.failures ?? 0,
      next_at: nextRun(upkeep, last, record ?? {}, now).toISOString(),
    };
  });
}
