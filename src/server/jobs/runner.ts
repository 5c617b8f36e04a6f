import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { json, sql } from '#server/db/sql.ts';
import type { App, Origin } from '#server/http/ctx.ts';
import { Fault } from '#shared/faults.ts';

export interface StoredJob {
  job_id: number;
  user_id: number;
  kind: string;
  params: unknown;
}

export interface Progress {
  /** Says how far the work is; rejects with `Cancelled` when nobody wants it any more. */
  report(done: number): Promise<void>;
}

/** Does one kind of job; may answer with the file that it made (path below the data folder). */
export type Worker = (
  app: App,
  job: StoredJob,
  progress: Progress,
) => Promise<{ file_path: string } | undefined>;

/** Where the calls of a job come from. */
export function jobOrigin({ job_id, kind }: StoredJob): Origin {
  return { ip: '', imei: '', platform: '', user_agent: '', request_id: `job-${job_id}`, call: kind };
}

export class Cancelled extends Error {}

const AT_ONCE = 2;
const RETRY_MS = 2000;

/**
 * Long work in the background. Jobs live in the database, so they survive a restart: what was under way is begun
 * again. Two run at once; the rest waits its turn.
 */
export class JobRunner {
  private readonly running = new Set<Promise<void>>();
  /** Jobs that this runner has in hand. */
  private readonly taken = new Set<number>();
  /** Someone asked for a runner while all were busy, perhaps with looking at a queue that was still empty. */
  private askedAgain = false;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly app: App;
  private readonly workers: Record<string, Worker>;

  constructor(app: App, workers: Record<string, Worker>) {
    this.app = app;
    this.workers = workers;
  }

  async start(): Promise<void> {
    await this.app.pool.run(sql`
      update job set state = 'queued', done = 0 where state = 'running' and job_id <> all(${[...this.taken]})`);
    this.fill();
  }

  async add(job: {
    user_id: number;
    kind: string;
    title: string;
    params: unknown;
    total?: number;
    file_name?: string;
  }): Promise<number> {
    const row = await this.app.pool.one<{ job_id: number }>(sql`
      insert into job (user_id, kind, title, params, total, file_name)
      values (${job.user_id}, ${job.kind}, ${job.title}, ${json(job.params)}, ${job.total ?? null},
              ${job.file_name ?? null})
      returning job_id`);
    if (!row) throw new Fault('add_failed');
    this.fill();
    return row.job_id;
  }

  /** Lets the running jobs see that nobody waits, and waits for them. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await Promise.all(this.running);
  }

  private fill(): void {
    if (this.stopped) return;
    this.askedAgain = this.running.size >= AT_ONCE;
    if (this.askedAgain) return;
    const next = this.runNext().catch((error) => this.tryLater(error));
    const settled = next.then((ran) => {
      this.running.delete(settled);
      if (ran || this.askedAgain) this.fill();
    });
    this.running.add(settled);
  }

  /** The database is away: once it is back, what was under way is begun again. */
  private tryLater(error: unknown): false {
    this.app.log.error({ err: error }, 'job runner');
    if (this.stopped || this.retry) return false;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.start().catch((again) => this.tryLater(again));
    }, RETRY_MS);
    return false;
  }

  /** Takes the oldest waiting job; `skip locked` lets several runners share one queue. */
  private async runNext(): Promise<boolean> {
    const job = await this.app.pool.one<StoredJob>(sql`
      update job set state = 'running'
       where job_id = (select job_id from job where state = 'queued' order by job_id limit 1 for update skip locked)
      returning job_id, user_id, kind, params`);
    if (!job) return false;
    this.taken.add(job.job_id);
    this.fill();
    await this.work(job).finally(() => this.taken.delete(job.job_id));
    return true;
  }

  private async work(job: StoredJob): Promise<void> {
    const { config, pool, log } = this.app;
    try {
      const worker = this.workers[job.kind];
      if (!worker) throw new Error(`no worker for jobs of kind ${job.kind}`);
      const made = await worker(this.app, job, { report: (done) => this.report(job.job_id, done) });
      const kept = await pool.run(sql`
        update job set state = 'done', file_path = ${made?.file_path ?? null}, finished_at = now()
         where job_id = ${job.job_id} and state = 'running'`);
      // Cancelled at the last moment: nobody will ever fetch it.
      if (kept === 0 && made) await rm(join(config.dataDir, made.file_path), { force: true });
    } catch (error) {
      if (error instanceof Cancelled) return;
      const fault = error instanceof Fault ? error.fault : 'processing_failed';
      if (!(error instanceof Fault)) log.error({ err: error, job_id: job.job_id }, 'job failed');
      await pool.run(sql`
        update job set state = 'failed', fault = ${fault}, finished_at = now()
         where job_id = ${job.job_id} and state = 'running'`);
    }
  }

  private async report(job_id: number, done: number): Promise<void> {
    // Stopping leaves the job `running` in the database, so that the next start takes it up again.
    if (this.stopped) throw new Cancelled();
    const wanted = await this.app.pool.run(sql`
      update job set done = ${done} where job_id = ${job_id} and state = 'running'`);
    if (wanted === 0) throw new Cancelled();
  }
}
