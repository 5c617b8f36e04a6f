import type { Db, Pool } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { Fault } from '#shared/faults.ts';

interface NewJob {
  user_id: number;
  kind: string;
  title: string;
  params: unknown;
  total?: number;
  file_name?: string;
}

/** Limit of waiting and running jobs per kind and user. */
export const MAX_ASKED = 20;

/**
 * The queue of background jobs. Jobs are rows in the database, so they survive a restart; a notification on commit
 * tells every server, so that a server without the role `jobs` can add them too. `runner.ts` runs them.
 */
export class JobQueue {
  private readonly lookers = new Set<() => void>();
  private readonly pool: Pool;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** Adds a job of the server itself. Within the caller's transaction it is started after the commit. */
  async add(job: NewJob, db: Db = this.pool): Promise<number> {
    const job_id = await insertJob(db, job);
    this.wake();
    return job_id;
  }

  /** Adds a job that a user asked for; refused if too many of theirs wait or run. */
  async ask(job: NewJob): Promise<number> {
    const job_id = await this.pool.tx({}, (db) => this.reserve(db, job));
    this.wake();
    return job_id;
  }

  /** The same within the caller's transaction; call `wake` after the commit. */
  async reserve(db: Db, job: NewJob): Promise<number> {
    const { user_id, kind } = job;
    // Serialises requests of one user, so that two at once cannot both take the last place.
    await db.run(sql`select pg_advisory_xact_lock(hashtext('jobs of a user'), ${user_id})`);
    const own = await db.one<{ count: number }>(sql`
      select count(*)::integer as count from job
       where user_id = ${user_id} and kind = ${kind} and state in ('queued', 'running')`);
    if ((own?.count ?? 0) >= MAX_ASKED)
      throw new Fault('processing_failed', { detail: 'too_many_jobs', params: { max: MAX_ASKED } });
    return insertJob(db, job);
  }

  /** Tells this server's runners that a job is waiting. */
  wake(): void {
    for (const look of this.lookers) look();
  }

  /** Calls `look` on every wake-up; returns a function that unsubscribes. */
  onWake(look: () => void): () => void {
    this.lookers.add(look);
    return () => this.lookers.delete(look);
  }
}

async function insertJob(db: Db, job: NewJob): Promise<number> {
  const row = await db.one<{ job_id: number }>(sql`
    insert into job (user_id, kind, title, params, total, file_name)
    values (${job.user_id}, ${job.kind}, ${job.title}, ${json(job.params)}, ${job.total ?? null},
            ${job.file_name ?? null})
    returning job_id`);
  if (!row) throw new Fault('add_failed');
  return row.job_id;
}
