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
export function jobOrigin({ job_id, kind }: StoredJob): RequestOrigin {
  return { ip: '', imei: '', platform: '', user_agent: '', request_id: `job-${job_id}`, call: kind };
}

export class Cancelled extends Error {}

const AT_ONCE = 2;
const RETRY_MS = 2000;
/** A job belongs to its server until its lease runs out; what a server left behind is taken up within the sum of both. */
const LEASE_SECONDS = 20;
const RENEW_MS = 5000;

/**
 * Long work in the background. Jobs live in the database, so they survive a restart, and servers on one database share
 * them: each holds a lease on what it works on, and what a server left under way is begun again once its lease is over.
 * Two run at once, of one kind and one user one; the rest waits its turn.
 */
export class JobRunner {
  private readonly running = new Set<Promise<void>>();
  /** Jobs that this runner has in hand. */
  private readonly taken = new Set<number>();
  /** Jobs of this runner whose end could not be written down. */
  private readonly dropped = new Set<number>();
  /** Someone asked for a runner while all were busy, perhaps with looking at a queue that was still empty. */
  private askedAgain = false;
  private claiming: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private renewing: NodeJS.Timeout | undefined;
  private stopped = false;
  /** Names this server in its leases. */
  private readonly runner_id: string;
  private readonly leaveQueue: () => void;
  private readonly app: App;
  private readonly workers: Record<string, Worker>;
  private readonly ofWorkers: App;

  /** `ofWorkers`: what jobs work with, where their questions may take longer than those about the queue. */
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

  /** Renews the own leases, takes back what nobody holds any more, and sees whether something waits. */
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

  /** Lets the running jobs see that nobody waits, and waits for them. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.leaveQueue();
    clearTimeout(this.retry);
    clearInterval(this.renewing);
    await Promise.all(this.running);
    // Nobody needs to wait for these leases to run out.
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

  /**
   * Takes the oldest waiting job of a kind it knows; `skip locked` lets several runners share one queue. One that was
   * taken from it while it still works on it is left to others. Of one kind a user has one of the places, so that the
   * exports of one do not hold up everybody else's.
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
    // One after the other: of two at once neither would see what the other takes.
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
      // Cancelled or taken over at the last moment: nobody will ever fetch it.
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

  /** Still to be done, and by nobody else. */
  private holds(job_id: number): Sql {
    return sql`job_id = ${job_id} and state = 'running' and taken_by = ${this.runner_id}`;
  }

  private async report(job_id: number, done: number): Promise<void> {
    // Stopping leaves the job `running` in the database, so that the next start takes it up again.
    if (this.stopped) throw new Cancelled();
    const wanted = await this.app.pool.run(sql`
      update job set done = ${done} where ${this.holds(job_id)}`);
    if (wanted === 0) throw new Cancelled();
  }
}
