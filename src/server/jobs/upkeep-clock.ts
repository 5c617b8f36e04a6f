import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import type { UpkeepJob } from '#shared/contract/platform/upkeep.ts';
import { Fault } from '#shared/faults.ts';
import { type Repeated, repeat } from './repeat.ts';
import { runParts, type Upkeep, type UpkeepApp } from './upkeep.ts';
import { lastRun, nextRun, upkeepStates } from './upkeep-states.ts';

/** How often it checks whether a job is due. */
const LOOK_MS = 20_000;
/** Runs kept per job; the last success is kept in addition. */
const KEPT_RUNS = 50;

/**
 * Runs scheduled maintenance when it is due, also right after the start. Runs are recorded in the database, so that a
 * restart does not repeat them.
 */
export class UpkeepClock {
  private readonly asked = new Set<Promise<void>>();
  private looking: Repeated | undefined;
  private stopping = false;
  private readonly app: UpkeepApp;
  private readonly jobs: readonly Upkeep[];

  constructor(app: UpkeepApp, jobs: readonly Upkeep[]) {
    this.app = app;
    this.jobs = jobs;
  }

  start(): void {
    const { log } = this.app;
    this.looking = repeat(LOOK_MS, () => this.doDue(), log, 'could not do the upkeep that is due');
  }

  async doDue(): Promise<void> {
    const { pool, now } = this.app;
    const states = await upkeepStates(pool, this.jobs, now());
    for (const [i, { next_at, last }] of states.entries()) {
      const upkeep = this.jobs[i];
      // A run that seems to be under way may belong to a server that died.
      const isDue = new Date(next_at) <= now() || last?.outcome === 'running';
      if (upkeep && isDue && !this.stopping) await perform(this.app, upkeep, null);
    }
  }

  /** Starts a run and returns its number; refused while one is under way, here or on another server. */
  runNow(job: UpkeepJob, asked_by: string): Promise<number> {
    return new Promise((begun, refused) => {
      const upkeep = this.jobs.find((each) => each.job === job);
      if (!upkeep) throw new Error(`no upkeep ${job}`);
      const running = perform(this.app, upkeep, asked_by, begun)
        .catch((error: unknown) => {
          this.app.log.warn({ err: error, job }, 'upkeep was broken off');
          refused(error);
        })
        .finally(() => {
          // Has no effect if the run has already started.
          refused(new Fault('processing_failed', { detail: 'upkeep_running' }));
          this.asked.delete(running);
        });
      this.asked.add(running);
    });
  }

  /** Waits for the current run. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.looking?.stop();
    await Promise.all(this.asked);
  }
}

/** One run, under a lock that only one server gets. A scheduled run must still be due once it has the lock. */
function perform(
  app: UpkeepApp,
  upkeep: Upkeep,
  asked_by: string | null,
  begun: (run_id: number) => void = () => undefined,
): Promise<void> {
  const { pool, now } = app;
  const { job } = upkeep;
  // This transaction only holds the lock; the work and its records are committed separately.
  return pool.tx({}, async (lock) => {
    await lock.run(sql`set local idle_in_transaction_session_timeout = 0`);
    const taken = await lock.one(sql`
      select where pg_try_advisory_xact_lock(hashtext('upkeep'), hashtext(${job}))`);
    if (!taken) return;
    await noteStopped(pool, job);
    const last = await lastRun(pool, job);
    if (asked_by === null && nextRun(upkeep, last, last ?? {}, now()) > now()) return;
    const run = await pool.one<{ run_id: number }>(sql`
      insert into upkeep_run (job, started_at, asked_by) values (${job}, ${now()}, ${asked_by}) returning run_id`);
    if (!run) throw new Error('a run of upkeep was not noted');
    begun(run.run_id);
    const parts = await runParts(app, upkeep, (done) =>
      pool.run(sql`update upkeep_run set parts = ${json(done)} where run_id = ${run.run_id}`),
    );
    const outcome = parts.some(({ failure }) => failure !== null) ? 'failed' : 'done';
    await pool.run(sql`
      update upkeep_run set outcome = ${outcome}, finished_at = ${now()} where run_id = ${run.run_id}`);
    await dropOldest(pool, job);
  });
}

/** The lock is held, so no other run is under way: a run without an end belongs to a server that died. */
async function noteStopped(db: Db, job: UpkeepJob): Promise<void> {
  await db.run(sql`update upkeep_run set outcome = 'stopped' where job = ${job} and outcome is null`);
}

async function dropOldest(db: Db, job: UpkeepJob): Promise<void> {
  await db.run(sql`
    delete from upkeep_run where job = ${job}
       and run_id < (select run_id from upkeep_run where job = ${job}
                      order by run_id desc offset ${KEPT_RUNS - 1} limit 1)
       and run_id is distinct from (select max(run_id) from upkeep_run where job = ${job} and outcome = 'done')`);
}
