import { join } from 'node:path';
import type { Logger } from 'pino';
import { startAlarms } from '#server/alarms/start.ts';
import { startTelling } from '#server/alarms/tell.ts';
import type { App } from '#server/app.ts';
import { CommandEngine } from '#server/commands/engine.ts';
import { claimInstance } from '#server/db/instance.ts';
import { keepUntilTold } from '#server/db/keep.ts';
import { migrate } from '#server/db/migrate.ts';
import { limits, openPool, type Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type DemoFleet, startDemoFleet } from '#server/demo/fleet.ts';
import { demoHistoryWorker, startDemoHistory } from '#server/demo/history.ts';
import { seedDemoNetwork } from '#server/demo/seed.ts';
import {
  type FirstAccount,
  seedAccess,
  seedDemoUsers,
  seedFirstAdministrator,
} from '#server/features/access/seed.ts';
import { historyImportWorker } from '#server/features/history-import/work.ts';
import { exportSources, exportWorker } from '#server/features/platform/exports.ts';
import { reportWorker, startReportClock } from '#server/features/reports/schedule.ts';
import { startOrderClock } from '#server/features/work-orders/clock.ts';
import { type Gateway, makeGateway } from '#server/gateway/gateway.ts';
import { watchDatabase } from '#server/health/database-watch.ts';
import { serveHealth } from '#server/health/serve.ts';
import { watchVitals } from '#server/health/vitals.ts';
import { FairLine } from '#server/heavy/fair-line.ts';
import { buildServer, closeServer } from '#server/http/server.ts';
import { startRollingUp } from '#server/ingest/rollup.ts';
import { everyUpkeep } from '#server/jobs/every-upkeep.ts';
import { startGivingBack } from '#server/jobs/memory.ts';
import { JobQueue } from '#server/jobs/queue.ts';
import { JobRunner } from '#server/jobs/runner.ts';
import { UpkeepClock } from '#server/jobs/upkeep-clock.ts';
import { linkEvents, readingEvents, simulatedEvents, summedEvents } from '#server/live/events.ts';
import { Hub } from '#server/live/hub.ts';
import { type Relay, startRelay } from '#server/live/relay.ts';
import { serveLive } from '#server/live/socket.ts';
import { startOutbox } from '#server/messages/outbox.ts';
import type { BrokerLine } from '#server/push/broker-line.ts';
import { servePush } from '#server/push/http.ts';
import { readyMqtt } from '#server/push/mqtt.ts';
import { routes, tables } from '#server/routes.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import { type Duty, Leases } from '#server/servers/leases.ts';
import { joinServers } from '#server/servers/registry.ts';
import { leaveSign } from '#server/servers/shared-files.ts';
import { encryptStoredPasswords } from '#server/settings/device-passwords.ts';
import { openSettings } from '#server/settings/settings.ts';
import { readAirFactors, siteFacts, siteSetups } from '#server/standards/air-factors.ts';
import { readFactorFacts } from '#server/standards/factor-facts.ts';
import { startSimulating } from '#server/virtual/make.ts';
import type { DutyName, Role } from '#shared/domain/servers.ts';
import { type Changes, hearChanges } from './db/listen.ts';
import { seedSites } from './features/site-config/seed.ts';
import type { Config } from './instance/config.ts';
import type { Secrets } from './instance/data-dir.ts';
import { projectRoot } from './instance/project-root.ts';

export interface Start {
  config: Config;
  databaseUrl: string;
  secrets: Secrets;
  /** The folder that this process has locked; its data folder unless told. */
  place?: string;
  log: Logger;
  now?: () => Date;
}

export interface Services {
  app: App;
  address: string;
  gateway: Gateway;
  accounts: FirstAccount[];
  stop(): Promise<void>;
}

/** What an `App` has before anything hangs on it. */
type Parts = Omit<App, 'jobs' | 'upkeep' | 'vitals' | 'gateway' | 'exportable'>;

/** Who does which kind of job. */
const workers = {
  export: exportWorker,
  demo_history: demoHistoryWorker,
  report: reportWorker,
  history_import: historyImportWorker,
};

/** What is to be ended, and how. */
type Ending = [name: string, end: () => Promise<void>];

/** Two users' long questions side by side, of each user one: their memory is then bounded too. */
const LONG_WORK = { atOnce: 2, perUser: 1, waiting: 30 };

/** With so many packets waiting, summing up leaves the time to them. */
const MANY_WAITING = 200;

const SLOW_STOP_MS = 10_000;
const DEMO_WAIT_MS = 4000;

/** What an empty database begins with. */
async function prepareInstance(
  pool: Pool,
  config: Config,
  { signing_secret }: Secrets,
): Promise<FirstAccount[]> {
  await claimInstance(pool, config.demo);
  await seedAccess(pool);
  await seedSites(pool);
  await encryptStoredPasswords(pool, signing_secret);
  return config.demo ? seedDemoUsers(pool) : seedFirstAdministrator(pool);
}

/** While one server does it, others that start wait. */
function oneByOne<Answer>(pool: Pool, work: () => Promise<Answer>): Promise<Answer> {
  return pool.tx({}, async (db) => {
    await db.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await db.run(sql`select pg_advisory_xact_lock(hashtext('first data'))`);
    return work();
  });
}

/** What is asked too often to be read each time. */
function keptFacts(pool: Pool, changes: Changes): Pick<App, 'airFactors' | 'everyAirSite' | 'factorFacts'> {
  const airFactors = keepUntilTold(changes, 'directory', () => readAirFactors(pool));
  return {
    airFactors,
    everyAirSite: keepUntilTold(changes, 'directory', async () =>
      siteFacts(await airFactors(), await siteSetups(pool, sql`true`)),
    ),
    factorFacts: keepUntilTold(changes, 'directory', () => readFactorFacts(pool)),
  };
}

interface DutyParts {
  app: App;
  /** With connections of its own. */
  background: App;
  changes: Changes;
  /** Whether packets wait for the store. */
  isBusy(): boolean;
  publish: Relay['publish'];
}

/** What one server with the role of jobs does for all of them. */
function wantDuties(
  leases: Leases<DutyName>,
  { app, background, changes, isBusy, publish }: DutyParts,
): void {
  leases.want('rollup', () =>
    startRollingUp(app.series, app.log, app.now, (summed) => publish(() => summedEvents(summed)), isBusy),
  );
  leases.want('alarms', () => startAlarms(background, changes, isBusy));
  leases.want('telling', () => startTelling(background));
  leases.want('virtual_data', () =>
    startSimulating(app, (made, at) => publish(() => simulatedEvents(made, at))),
  );
  leases.want('reports', () => startReportClock(app));
  leases.want('orders', () => startOrderClock(background));
}

/** Brings the database up to date and opens the doors; `stop` closes them in the opposite order. */
export async function startServices(start: Start): Promise<Services> {
  const { config, databaseUrl, secrets, place, log, now } = start;
  await migrate(databaseUrl, join(projectRoot, 'migrations'));
  const broke = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  const pool = openPool(databaseUrl, broke);
  // Of their own, so that neither long work nor many calls keep packets from the store.
  const ingestPool = openPool(databaseUrl, broke, limits.ingest);
  const backgroundPool = openPool(databaseUrl, broke, limits.background);
  /** What to take back at the end, last first; also when the start fails half-way. */
  const undo: Ending[] = [pool, ingestPool, backgroundPool].map((each) => [
    'database connections',
    () => each.end(),
  ]);
  const stop = async () => {
    for (const [name, end] of undo.splice(0).reverse()) {
      // Whoever waits in vain should know for what.
      const slow = setTimeout(() => log.warn(`stopping still waits for: ${name}`), SLOW_STOP_MS);
      await end().finally(() => clearTimeout(slow));
    }
  };
  const does = (role: Role) => config.roles.has(role);
  try {
    const changes = hearChanges(databaseUrl, log);
    undo.push(['changes', () => changes.stop()]);
    const servers = await joinServers(ingestPool, config, { secrets, place }, changes, log);
    undo.push(['servers', () => servers.stop()]);
    const accounts = await oneByOne(pool, () => prepareInstance(pool, config, secrets));
    const settings = await openSettings(pool, config, secrets, changes, log);
    const shared = { config, secrets, pool, log, settings, servers, now: now ?? (() => new Date()) };
    const parts: Parts = {
      ...shared,
      ...keptFacts(pool, changes),
      series: postgresStore(pool),
      fairLine: new FairLine(LONG_WORK),
    };
    const intake = { ...parts, pool: ingestPool, series: postgresStore(ingestPool) };
    const background = { ...parts, pool: backgroundPool, series: postgresStore(backgroundPool) };
    const hub = new Hub();
    const relay = startRelay(parts, hub, changes);
    undo.push(['relay', relay.stop]);
    const gateway = makeGateway(intake, changes, {
      stored: (arrivals) => relay.publish(() => readingEvents(arrivals)),
      linked: (links) => relay.publish(() => linkEvents(links)),
    });
    const watch = watchDatabase(ingestPool, log, gateway.load);
    undo.push(['database watch', watch.stop]);
    let broker: BrokerLine | undefined;
    const doors = { stations: () => gateway.sessions.size, viewers: () => hub.size };
    const vitals = watchVitals(parts, {
      ...doors,
      mqtt: () => broker?.vitals,
      ingest: gateway.load,
      database: watch.state,
    });
    undo.push(['vitals', vitals.stop]);
    const upkeep = new UpkeepClock(background, everyUpkeep);
    const hung = {
      jobs: new JobQueue(pool),
      upkeep,
      vitals,
      gateway,
      exportable: exportSources(routes, tables),
    };
    const app: App = { ...parts, ...hung };
    const server = await buildServer(app, routes);
    if (does('api')) await serveLive(server, app, hub, changes);
    serveHealth(server, app);
    await servePush(server, app);
    undo.push(['web', () => closeServer(server)]);
    const address = await server.listen({ host: config.host, port: config.port });
    const leases = new Leases<DutyName>(
      ingestPool,
      servers.process_id,
      log,
      () => servers.peers.length === 0,
    );
    if (does('gateway')) {
      undo.push(['gateway', () => gateway.stop()]);
      const opened = await gateway.open();
      const commands = new CommandEngine(intake, gateway, changes, (told) => relay.publish(() => told));
      undo.push(['commands', () => commands.stop()]);
      const openBroker = config.mqtt && (await readyMqtt(app, config.mqtt));
      // One subscription for all servers: the broker knows them by one name.
      if (openBroker)
        leases.want('broker', () => {
          broker = openBroker(opened);
          return broker;
        });
    }
    undo.push(['sign in the folder of files', await leaveSign(config, servers)]);
    await servers.opened({ address, gateway_port: gateway.port, ...doors });
    undo.push(['memory', startGivingBack().stop]);
    const hasDemo = config.demoStations && (await oneByOne(pool, () => seedDemoNetwork(pool)));
    if (hasDemo) await encryptStoredPasswords(pool, secrets.signing_secret);
    if (hasDemo && does('gateway')) leases.want('demo', () => playDemo(app, gateway.port));
    if (does('jobs')) {
      const whole = { ...background, ...hung };
      const runner = new JobRunner(app, workers, whole, servers.process_id);
      undo.push(['jobs', () => runner.stop()]);
      undo.push(['upkeep', () => upkeep.stop()]);
      upkeep.start();
      undo.push(['messages', startOutbox(app, changes, servers.process_id).stop]);
      wantDuties(leases, {
        app,
        background: whole,
        changes,
        isBusy: () => gateway.load().waiting >= MANY_WAITING,
        publish: relay.publish,
      });
      changes.onChange((change) => {
        if (change === 'jobs') app.jobs.wake();
      });
      if (hasDemo) undo.push(['first jobs', startLater(runner, log)]);
      else await runner.start();
    }
    undo.push(['duties', () => leases.stop()]);
    await leases.start();
    return { app, address, gateway, accounts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The demo's stations speak, and their past is filled in behind them; not at once, so that whoever opens the first page
 * does not share the machine with them.
 */
function playDemo(app: App, port: number): Duty {
  const { config, log } = app;
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host;
  let fleet: DemoFleet | undefined;
  let queued: Promise<void> | undefined;
  const begin = async () => {
    fleet = startDemoFleet({ host, port, log });
    await startDemoHistory(app);
  };
  const curtain = setTimeout(() => {
    queued = begin().catch((error: unknown) => log.warn({ err: error }, 'the demo has no history'));
  }, DEMO_WAIT_MS);
  return {
    stop: async () => {
      clearTimeout(curtain);
      await queued;
      await fleet?.stop();
    },
  };
}

/** For the same reason. Returns what ends it. */
function startLater(runner: JobRunner, log: Logger): () => Promise<void> {
  const curtain = setTimeout(() => {
    runner.start().catch((error: unknown) => log.warn({ err: error }, 'job runner'));
  }, DEMO_WAIT_MS);
  return async () => clearTimeout(curtain);
}
