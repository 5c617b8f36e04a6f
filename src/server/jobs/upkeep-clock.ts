import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import type { UpkeepJob, UpkeepRun } from '#shared/contract/platform/upkeep.ts';
import { Fault } from '#shared/faults.ts';
import { type Repeated, repeat } from './repeat.ts';
import { runParts, type Upkeep, type UpkeepApp } from './upkeep.ts';
import { nextRun, upkeepStates } from './upkeep-states.ts';

/** How often it is looked whether something is due. */
const LOOK_MS = 20_000;
/** Of each job; the last success is kept beyond them. */
const KEPT_RUNS = 50;

/** Does what is due, at the start and from then on. What ran is in the database, so that a restart does not repeat it. */
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
      // What seems to be under way may have lost its server.
      const isDue = new Date(next_at) <= now() || last?.outcome === 'running';
      if (upkeep && isDue && !this.stopping) await perform(this.app, upkeep, null);
    }
  }

  /** Begins a run and answers its number; refused while one is under way, here or on another server. */
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
          // Says nothing any more where it has begun.
          refused(new Fault('processing_failed', { detail: 'upkeep_running' }));
          this.asked.delete(running);
        });
      this.asked.add(running);
    });
  }

  /** Waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.looking?.stop();
    await Promise.all(this.asked);
  }
}

/** One run, under a lock that only one server gets. Nobody has asked for what the clock does, so it must be due. */
function perform(
  app: UpkeepApp,
  upkeep: Upkeep,
  asked_by: string | null,
  begun: (run_id: number) => void = () => undefined,
): Promise<void> {
  const { pool, now } = app;
  const { job } = upkeep;
  // The transaction holds the lock and nothing else; what is done and written down is committed as it goes.
  return pool.tx({}, async (lock) => {
    await lock.run(sql`set local idle_in_transaction_session_timeout = 0`);
    const taken = await lock.one(sql`
      select where pg_try_advisory_xact_lock(hashtext('upkeep'), hashtext(${job}))`);
    if (!taken) return;
    await noteStopped(pool, job);
    const last = await pool.one<UpkeepRun>(sql`
      select started_at, outcome from upkeep_run where job = ${job} order by run_id desc limit 1`);
    if (asked_by === null && nextRun(upkeep, last, now()) > now()) return;
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

/** Whoever holds the lock knows that nobody else is at it: a run without an end lost its server. */
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
