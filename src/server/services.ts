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
import { recorrectWorker } from '#server/features/control/recorrect.ts';
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
import { englishSiteNames } from '#server/places/site-names.ts';
import type { BrokerLine } from '#server/push/broker-line.ts';
import { servePush } from '#server/push/http.ts';
import { startAutoResupply } from '#server/resupply/clock.ts';
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
import type { DutyName } from '#shared/domain/servers.ts';
import { type Changes, hearChanges } from './db/listen.ts';
import { tellOfExpiry } from './features/learning/certificates.ts';
import { seedDemoArticles } from './features/learning/demo-articles.ts';
import { startSittingClock } from './features/learning/submit.ts';
import { startMeetingClock } from './features/meetings/run.ts';
import { seedSites } from './features/site-config/seed.ts';
import type { Config } from './instance/config.ts';
import type { Secrets } from './instance/data-dir.ts';
import { Endings } from './instance/endings.ts';
import { projectRoot } from './instance/project-root.ts';

export interface Start {
  config: Config;
  databaseUrl: string;
  secrets: Secrets;
  /** The folder that this process has locked; by default its data folder. */
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

/** The part of an `App` that is built first. */
type Parts = Omit<App, 'jobs' | 'upkeep' | 'vitals' | 'gateway' | 'exportable'>;

/** The workers by kind of job. */
const workers = {
  export: exportWorker,
  demo_history: demoHistoryWorker,
  report: reportWorker,
  history_import: historyImportWorker,
  recorrect: recorrectWorker,
};

/** Long queries: two users at the same time, one query each; this also limits memory. */
const LONG_WORK = { atOnce: 2, perUser: 1, waiting: 30 };

/** From this share of time spent storing packets, other work gives way. */
const BUSY_SHARE = 0.85;

const DEMO_WAIT_MS = 4000;

/** Seeds an empty database. */
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

/** Other starting servers wait until one server has done it. */
function oneByOne<Answer>(pool: Pool, work: () => Promise<Answer>): Promise<Answer> {
  return pool.tx({}, async (db) => {
    await db.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await db.run(sql`select pg_advisory_xact_lock(hashtext('first data'))`);
    return work();
  });
}

/** Caches facts that are needed too often to be read each time. */
function keptFacts(
  pool: Pool,
  changes: Changes,
): Pick<App, 'airFactors' | 'everyAirSite' | 'englishSites' | 'factorFacts'> {
  const airFactors = keepUntilTold(changes, 'directory', () => readAirFactors(pool));
  return {
    airFactors,
    everyAirSite: keepUntilTold(changes, 'directory', async () =>
      siteFacts(await airFactors(), await siteSetups(pool, sql`true`)),
    ),
    englishSites: keepUntilTold(changes, 'directory', () => englishSiteNames(pool)),
    factorFacts: keepUntilTold(changes, 'directory', () => readFactorFacts(pool)),
  };
}

interface DutyParts {
  app: App;
  /** An app with database connections of its own, for background work. */
  background: App;
  changes: Changes;
  /** Whether the store hardly has idle time left. */
  isBusy(): boolean;
  publish: Relay['publish'];
}

/** Work that one server with the role `jobs` does for all servers. */
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
  leases.want('meetings', () => startMeetingClock(background));
  leases.want('sittings', () => startSittingClock(background, tellOfExpiry));
  leases.want('orders', () => startOrderClock(background));
  leases.want('resupply', () => startAutoResupply(background, isBusy));
}

/** Migrates the database and opens the listeners; `stop` closes them in reverse order. */
export async function startServices(start: Start): Promise<Services> {
  const { config, databaseUrl, log } = start;
  await migrate(databaseUrl, join(projectRoot, 'migrations'));
  const endings = new Endings(log);
  try {
    const made = await makeApp(start, endings);
    const { app, gateway, leases, accounts } = made;
    const address = await openWeb(made, endings);
    if (config.roles.has('gateway')) await openGateway(made, endings);
    endings.add('sign in the folder of files', await leaveSign(config, app.servers));
    await app.servers.opened({ address, gateway_port: gateway.port, ...made.doors });
    endings.add('memory', startGivingBack().stop);
    const hasDemo = await prepareDemo(made);
    if (config.roles.has('jobs')) await startJobs(made, hasDemo, endings);
    endings.add('duties', () => leases.stop());
    await leases.start();
    return { app, address, gateway, accounts, stop: () => endings.run() };
  } catch (error) {
    await endings.run();
    throw error;
  }
}

/** Separate pools, so that neither long work nor many calls delay packets. */
function openPools({ databaseUrl, log }: Start, endings: Endings) {
  const broke = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  const pools = {
    calls: openPool(databaseUrl, broke),
    ingest: openPool(databaseUrl, broke, limits.ingest),
    background: openPool(databaseUrl, broke, limits.background),
  };
  for (const pool of Object.values(pools)) endings.add('database connections', () => pool.end());
  return pools;
}

/** What the later steps of a start use. */
type Made = Awaited<ReturnType<typeof makeApp>>;

/** Builds the objects of the process; nothing listens yet. */
async function makeApp(start: Start, endings: Endings) {
  const { config, databaseUrl, secrets, place, log, now = () => new Date() } = start;
  const { calls: pool, ingest, background } = openPools(start, endings);
  const changes = hearChanges(databaseUrl, log);
  endings.add('changes', () => changes.stop());
  const servers = await joinServers(ingest, config, { secrets, place }, changes, log);
  endings.add('servers', () => servers.stop());
  const accounts = await oneByOne(pool, () => prepareInstance(pool, config, secrets));
  const settings = await openSettings(pool, config, secrets, changes, log);
  const parts: Parts = {
    ...{ config, secrets, pool, log, settings, servers, now },
    ...keptFacts(pool, changes),
    series: postgresStore(pool),
    fairLine: new FairLine(LONG_WORK),
  };
  const intake = { ...parts, pool: ingest, series: postgresStore(ingest) };
  const behind = { ...parts, pool: background, series: postgresStore(background) };
  const hub = new Hub(() => void servers.beatNow());
  const relay = startRelay(parts, hub, changes);
  endings.add('relay', relay.stop);
  const gateway = makeGateway(intake, changes, {
    stored: (arrivals) => relay.publish(() => readingEvents(arrivals)),
    linked: (links) => relay.publish(() => linkEvents(links)),
  });
  const watch = watchDatabase(ingest, log, gateway.load);
  endings.add('database watch', watch.stop);
  const broker: { line?: BrokerLine } = {};
  const doors = {
    stations: () => gateway.sessions.size,
    viewers: () => hub.size,
    isWatched: () => hub.isWatched,
  };
  const vitals = watchVitals(parts, {
    ...doors,
    mqtt: () => broker.line?.vitals,
    ingest: gateway.load,
    database: watch.state,
  });
  endings.add('vitals', vitals.stop);
  const upkeep = new UpkeepClock(behind, everyUpkeep);
  const exportable = exportSources(routes, tables);
  const hung = { jobs: new JobQueue(pool), upkeep, vitals, gateway, exportable };
  const app: App = { ...parts, ...hung };
  const leases = new Leases<DutyName>(ingest, servers.process_id, log, () => servers.peers.length === 0);
  const whole: App = { ...behind, ...hung };
  return { app, whole, intake, changes, accounts, hub, relay, gateway, broker, doors, upkeep, leases };
}

/** Returns the address of the web server. */
async function openWeb({ app, hub, changes }: Made, endings: Endings): Promise<string> {
  const { config } = app;
  const server = await buildServer(app, routes);
  if (config.roles.has('api')) await serveLive(server, app, hub, changes);
  serveHealth(server, app);
  await servePush(server, app);
  endings.add('web', () => closeServer(server));
  return server.listen({ host: config.host, port: config.port });
}

async function openGateway(made: Made, endings: Endings): Promise<void> {
  const { app, intake, changes, relay, gateway, broker, leases } = made;
  endings.add('gateway', () => gateway.stop());
  const opened = await gateway.open();
  const commands = new CommandEngine(intake, gateway, changes, (told) => relay.publish(() => told));
  endings.add('commands', () => commands.stop());
  const { mqtt } = app.config;
  if (!mqtt) return;
  // Loaded only where a broker is configured: the client library takes a while to load.
  const { readyMqtt } = await import('#server/push/mqtt.ts');
  const openBroker = await readyMqtt(app, mqtt);
  // One subscription for all servers, because they use the same client ID at the broker.
  leases.want('broker', () => {
    broker.line = openBroker(opened);
    return broker.line;
  });
}

/** Returns whether there is a demo. */
async function prepareDemo({ app, gateway, leases }: Made): Promise<boolean> {
  const { config, pool, secrets } = app;
  const hasDemo = config.demoStations && (await oneByOne(pool, () => seedDemoNetwork(pool)));
  if (!hasDemo) return false;
  await encryptStoredPasswords(pool, secrets.signing_secret);
  await seedDemoArticles(pool);
  if (config.roles.has('gateway')) leases.want('demo', () => playDemo(app, gateway.port));
  return true;
}

async function startJobs(made: Made, hasDemo: boolean, endings: Endings): Promise<void> {
  const { app, whole, changes, upkeep, gateway, relay, leases } = made;
  const { process_id } = app.servers;
  const runner = new JobRunner(app, workers, whole, process_id);
  endings.add('jobs', () => runner.stop());
  endings.add('upkeep', () => upkeep.stop());
  upkeep.start();
  endings.add('messages', startOutbox(app, changes, process_id).stop);
  wantDuties(leases, {
    app,
    background: whole,
    changes,
    isBusy: () => {
      const { behind, busyShare } = gateway.load();
      return behind || busyShare > BUSY_SHARE;
    },
    publish: relay.publish,
  });
  changes.onChange((change) => {
    if (change === 'jobs') app.jobs.wake();
  });
  if (hasDemo) endings.add('first jobs', startLater(runner, app.log));
  else await runner.start();
}

/** Runs the demo's stations and adds their history. Delayed, so that it does not compete with the first page load. */
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

/** Delayed for the same reason. Returns a function that stops it. */
function startLater(runner: JobRunner, log: Logger): () => Promise<void> {
  const curtain = setTimeout(() => {
    runner.start().catch((error: unknown) => log.warn({ err: error }, 'job runner'));
  }, DEMO_WAIT_MS);
  return async () => clearTimeout(curtain);
}
