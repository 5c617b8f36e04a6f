import type { App } from '#server/app.ts';
import type { Changes } from '#server/db/listen.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { givingWay } from '#server/jobs/give-way.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Duty } from '#server/servers/leases.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { explainAlarms } from './cause.ts';
import { watchDisks } from './disks.ts';
import { AT_ONCE, Evaluator } from './evaluate.ts';
import { retire } from './retire.ts';
import { readSetup } from './setup.ts';
import { startWatching } from './watch.ts';

const EVERY_MS = 500;
const DISKS_MS = MINUTE_MS;
const EXPLAIN_MS = 3000;

/**
 * Evaluates values as they arrive and watches silent stations, on one server at a time. `isBusy` tells whether storing
 * packets leaves hardly any idle time: packets come first, and lose at most a tenth of the time to this.
 */
export async function startAlarms(app: App, changes: Changes, isBusy: () => boolean): Promise<Duty> {
  const guard = (db: Db) => holdsLease(db, app.servers.process_id);
  // Alarms whose rule was deleted while no server ran this are closed at once.
  let isStale = true;
  let stopped = false;
  const deafen = changes.onChange((change) => {
    if (change === 'alarm_rules' || change === 'directory' || change === 'reconnected') isStale = true;
  });
  let setup = await readSetup(app.pool).catch((error: unknown) => {
    deafen();
    throw error;
  });
  const evaluator = new Evaluator(app, setup, guard);
  const refresh = async () => {
    if (!isStale) return;
    isStale = false;
    try {
      setup = await readSetup(app.pool);
      evaluator.use(setup);
      evaluator.forget(await retire(app, setup, guard));
    } catch (error) {
      isStale = true;
      throw error;
    }
  };
  let isJudging = false;
  const judge = givingWay(isBusy, async () => {
    if (stopped) return 0;
    // Before each step: while values keep arriving, the loop does not end.
    await refresh();
    const judged = await evaluator.step();
    isJudging = judged >= AT_ONCE;
    return judged;
  });
  const judging = repeat(EVERY_MS, judge, app.log, 'could not judge values');
  const watching = startWatching(app, () => setup, guard);
  // Explaining causes gives way as well: a late notification is worse than a late cause.
  const explain = givingWay(
    () => isBusy() || isJudging,
    async () => (stopped ? 0 : explainAlarms(app, setup)),
  );
  const explaining = repeat(EXPLAIN_MS, explain, app.log, 'could not explain alarms');
  const ofDisks = repeat(
    DISKS_MS,
    async () => watchDisks(app, await app.vitals.disks(), setup, guard),
    app.log,
    'could not look at the disks',
  );
  return {
    stop: async () => {
      stopped = true;
      deafen();
      await Promise.all([judging, explaining, ofDisks, ...watching].map((one) => one.stop()));
    },
  };
}

/**
 * Rejects if this server no longer holds the lease. The row lock allows the holder to renew the lease meanwhile, but
 * prevents a take-over.
 */
async function holdsLease(db: Db, holder: string): Promise<void> {
  const lease = await db.one(sql`
    select from lease where name = 'alarms' and holder = ${holder} and until > now() for key share`);
  if (!lease) throw new Error('another server judges values now');
}
