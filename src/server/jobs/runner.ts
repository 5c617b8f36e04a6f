import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App, RequestOrigin } from '#server/app.ts';
import { withPowerName } from '#server/authority/power-name.ts';
import { json, type Sql, sql } from '#server/db/sql.ts';
import { Fault } from '#shared/faults.ts';
import { causeOf } from './cause.ts';

export interface StoredJob {
  job_id: number;
  user_id: number;
  kind: string;
  params: unknown;
}

export interface Progress {
  /** Reports progress; rejects with `Cancelled` if the job was cancelled. */
  report(done: number): Promise<void>;
}

/** Runs one kind of job; may return the file that it made (path below the data folder). */
export type Worker = (
  app: App,
  job: StoredJob,
  progress: Progress,
) => Promise<{ file_path: string } | undefined>;

/** The origin that the audit log shows for calls of a job. */
export function jobOrigin({ job_id, kind }: StoredJob): RequestOrigin {
  return { ip: '', imei: '', platform: '', user_agent: '', request_id: `job-${job_id}`, call: kind };
}

export class Cancelled extends Error {}

const AT_ONCE = 2;
const RETRY_MS = 2000;
/**
 * A job belongs to its server until its lease expires; what a dead server left is taken over within the sum of both.
 */
const LEASE_SECONDS = 20;
const RENEW_MS = 5000;

/**
 * Runs background jobs. The servers on a database share the queue: each holds a lease on the jobs it runs, and a job
 * whose lease has expired is started again. Two jobs run at once per server, and one per kind and user; the others
 * wait.
 */
export class JobRunner {
  private readonly running = new Set<Promise<void>>();
  /** Jobs that this runner is running. */
  private readonly taken = new Set<number>();
  /** Jobs of this runner whose outcome could not be stored. */
  private readonly dropped = new Set<number>();
  /** A wake-up arrived while all slots were busy, possibly with a look at a queue that was still empty. */
  private askedAgain = false;
  private claiming: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private renewing: NodeJS.Timeout | undefined;
  private stopped = false;
  /** Identifies this server in its leases. */
  private readonly runner_id: string;
  private readonly leaveQueue: () => void;
  private readonly app: App;
  private readonly workers: Record<string, Worker>;
  private readonly ofWorkers: App;

  /** `ofWorkers`: the app that workers get; its queries may take longer than those on the queue. */
  constructor(app: App, workers: Record<string, Worker>, ofWorkers = app, runner_id: string = randomUUID()) {
    this.runner_id = runner_id;
    this.app = app;
    this.workers = workers;
    this.ofWorkers = ofWorkers;
    this.leaveQueue = app.jobs.onWake(() => this.fill());
  }

  async start(): Promise<void> {
    await this.look();
  }

  /** Renews its own leases, frees jobs whose lease has expired, and starts waiting ones. */
  private async look(): Promise<void> {
    if (this.stopped) return;
    const [mine, dropped] = [[...this.taken], [...this.dropped]];
    await this.app.pool.run(sql`
      update job set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
       where state = 'running' and taken_by = ${this.runner_id} and job_id = any(${mine})`);
    await this.app.pool.run(sql`
      update job set state = 'queued', done = 0, taken_by = null, lease_until = null
       where state = 'running' and job_id <> all(${mine})
         and (lease_until is null or lease_until < now() or job_id = any(${dropped}))`);
    for (const job_id of dropped) this.dropped.delete(job_id);
    this.fill();
  }

  /** Cancels the running jobs and waits for them. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.leaveQueue();
    clearTimeout(this.retry);
    clearInterval(this.renewing);
    await Promise.all(this.running);
    // Releases its leases at once, so that nobody waits for them to expire.
    await this.app.pool
      .run(sql`update job set lease_until = null where state = 'running' and taken_by = ${this.runner_id}`)
      .catch((error: unknown) => this.app.log.warn({ err: error }, 'job leases'));
  }

  private fill(): void {
    if (this.stopped) return;
    this.renewing ??= setInterval(() => {
      this.look().catch((error) => this.tryLater(error));
    }, RENEW_MS);
    this.askedAgain = this.running.size >= AT_ONCE;
    if (this.askedAgain) return;
    const next = this.runNext().catch((error) => this.tryLater(error));
    const settled = next.then((ran) => {
      this.running.delete(settled);
      if (ran || this.askedAgain) this.fill();
    });
    this.running.add(settled);
  }

  /** The database is unavailable: once it is back, the jobs that were running are started again. */
  private tryLater(error: unknown): false {
    this.app.log.error({ err: error }, 'job runner');
    if (this.stopped || this.retry) return false;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.start().catch((again) => this.tryLater(again));
    }, RETRY_MS);
    return false;
  }

  /**
   * Takes the oldest waiting job of a known kind; `skip locked` lets several runners share the queue. A job that was
   * taken away from this runner while it still works on it is left to the others. A user has one slot per kind, so that
   * one user's exports do not block everybody else's.
   */
  private claim(): Promise<StoredJob | undefined> {
    return this.app.pool.one<StoredJob>(sql`
      update job set state = 'running', taken_by = ${this.runner_id},
                     lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
       where job_id = (select job_id from job q
                        where state = 'queued' and kind = any(${Object.keys(this.workers)})
                          and job_id <> all(${[...this.taken]})
                          and not exists (select from job r
                                           where r.state = 'running' and r.taken_by = ${this.runner_id}
                                             and r.user_id = q.user_id and r.kind = q.kind)
                        order by job_id limit 1 for update skip locked)
      returning job_id, user_id, kind, params`);
  }

  private async runNext(): Promise<boolean> {
    // One claim at a time: two concurrent ones would not see each other's choice.
    const claim = this.claiming.then(() => this.claim());
    this.claiming = claim.then(
      () => undefined,
      () => undefined,
    );
    const job = await claim;
    if (!job) return false;
    this.taken.add(job.job_id);
    this.fill();
    try {
      await this.work(job);
    } catch (error) {
      this.dropped.add(job.job_id);
      throw error;
    } finally {
      this.taken.delete(job.job_id);
    }
    return true;
  }

  private async work(job: StoredJob): Promise<void> {
    const { config, pool, log } = this.app;
    try {
      const made = await this.workers[job.kind]?.(this.ofWorkers, job, {
        report: (done) => this.report(job.job_id, done),
      });
      const kept = await pool.run(sql`
        update job set state = 'done', file_path = ${made?.file_path ?? null}, finished_at = now(), lease_until = null
         where ${this.holds(job.job_id)}`);
      // Cancelled or taken over at the last moment: nobody will fetch the file.
      if (kept === 0 && made) await rm(join(config.filesDir, made.file_path), { force: true });
    } catch (error) {
      if (error instanceof Cancelled) return;
      const { request_id } = jobOrigin(job);
      if (!(error instanceof Fault)) log.error({ err: error, job_id: job.job_id, request_id }, 'job failed');
      const { fault, detail, params } = await withPowerName(pool, causeOf(error, request_id));
      await pool.run(sql`
        update job set state = 'failed', fault = ${fault}, fault_detail = ${detail ?? null},
                       fault_params = ${json(params ?? {})}, finished_at = now(), lease_until = null
         where ${this.holds(job.job_id)}`);
    }
  }

  /** Condition: still running, and leased by this runner. */
  private holds(job_id: number): Sql {
    return sql`job_id = ${job_id} and state = 'running' and taken_by = ${this.runner_id}`;
  }

  private async report(job_id: number, done: number): Promise<void> {
    // A stop leaves the job `running` in the database, so that the next start takes it up again.
    if (this.stopped) throw new Cancelled();
    const wanted = await this.app.pool.run(sql`
      update job set done = ${done} where ${this.holds(job_id)}`);
    if (wanted === 0) throw new Cancelled();
  }
}
