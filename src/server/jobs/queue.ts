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

/** Of one kind and one user that may wait or run at a time. */
export const MAX_ASKED = 20;

/**
 * Where jobs are put. A commit tells every server of new ones, so that one which does not run jobs itself can put them
 * here too. They live in the database, so they survive a restart; `runner.ts` does them.
 */
export class JobQueue {
  private readonly lookers = new Set<() => void>();
  private readonly pool: Pool;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** A job that the server itself has due; as a part of what the caller writes it is begun once that is committed. */
  async add(job: NewJob, db: Db = this.pool): Promise<number> {
    const job_id = await insertJob(db, job);
    this.wake();
    return job_id;
  }

  /** A job that a user asked for; refused when too many of theirs wait or run. */
  async ask(job: NewJob): Promise<number> {
    const job_id = await this.pool.tx({}, (db) => this.reserve(db, job));
    this.wake();
    return job_id;
  }

  /** The same as a part of what the caller writes; `wake` once that is committed. */
  async reserve(db: Db, job: NewJob): Promise<number> {
    const { user_id, kind } = job;
    // Two requests at once must not both take the last place.
    await db.run(sql`select pg_advisory_xact_lock(hashtext('jobs of a user'), ${user_id})`);
    const own = await db.one<{ count: number }>(sql`
      select count(*)::integer as count from job
       where user_id = ${user_id} and kind = ${kind} and state in ('queued', 'running')`);
    if ((own?.count ?? 0) >= MAX_ASKED)
      throw new Fault('processing_failed', { detail: 'too_many_jobs', params: { max: MAX_ASKED } });
    return insertJob(db, job);
  }

  /** Something waits. */
  wake(): void {
    for (const look of this.lookers) look();
  }

  /** `look` is called when something waits; answers what ends that. */
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
