import { join } from 'node:path';
import type { Logger } from 'pino';
import { claimInstance } from '#server/db/instance.ts';
import { keepUntilTold } from '#server/db/keep.ts';
import { migrate } from '#server/db/migrate.ts';
import { limits, openPool } from '#server/db/pool.ts';
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
import { historyImportRoutes } from '#server/features/history-import/history-import.routes.ts';
import { historyImportWorker } from '#server/features/history-import/work.ts';
import { exportSources, exportWorker } from '#server/features/platform/exports.ts';
import { jobRoutes } from '#server/features/platform/jobs.routes.ts';
import { statusRoutes } from '#server/features/platform/status.routes.ts';
import { upkeepRoutes } from '#server/features/platform/upkeep.routes.ts';
import { reportFileRoutes } from '#server/features/reports/schedule.routes.ts';
import { reportWorker, startReportClock } from '#server/features/reports/schedule.ts';
import { type After, type Gateway, startGateway } from '#server/gateway/gateway.ts';
import { watchDatabase } from '#server/health/database-watch.ts';
import { serveHealth } from '#server/health/serve.ts';
import { startShortageWatch } from '#server/health/shortage.ts';
import { watchVitals } from '#server/health/vitals.ts';
import { FairLine } from '#server/heavy/fair-line.ts';
import type { App } from '#server/http/ctx.ts';
import { buildServer, closeServer } from '#server/http/server.ts';
import { startRollingUp } from '#server/ingest/rollup.ts';
import type { Load } from '#server/ingest/writer.ts';
import { everyUpkeep } from '#server/jobs/every-upkeep.ts';
import { startGivingBack } from '#server/jobs/memory.ts';
import { JobRunner } from '#server/jobs/runner.ts';
import { UpkeepClock } from '#server/jobs/upkeep-clock.ts';
import { linkEvents, readingEvents, simulatedEvents, summedEvents } from '#server/live/events.ts';
import { Hub } from '#server/live/hub.ts';
import { serveLive } from '#server/live/socket.ts';
import { startOutbox } from '#server/messages/outbox.ts';
import type { BrokerLine } from '#server/push/broker-line.ts';
import { servePush } from '#server/push/http.ts';
import { startMqtt } from '#server/push/mqtt.ts';
import { routes, tables } from '#server/routes.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import { encryptStoredPasswords } from '#server/settings/device-passwords.ts';
import { openSettings } from '#server/settings/settings.ts';
import { readAirFactors, siteFacts, siteSetups } from '#server/standards/air-factors.ts';
import { readFactorFacts } from '#server/standards/factor-facts.ts';
import { startSimulating } from '#server/virtual/make.ts';
import { unregisteredActions } from '#shared/contract/packets/unregistered.ts';
import { hearChanges } from './db/listen.ts';
import { seedSites } from './features/site-config/seed.ts';
import type { Config } from './instance/config.ts';
import type { Secrets } from './instance/data-dir.ts';
import { projectRoot } from './instance/project-root.ts';

export interface Start {
  config: Config;
  databaseUrl: string;
  secrets: Secrets;
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

/** What is to be ended, and how. */
type Ending = [name: string, end: () => Promise<void>];

/** Calls after which a device that has waited at the door is let in: its next packet counts. */
const learns = new Set<string>([unregisteredActions.adopt.path]);

/** Before the doors are open. */
const nothingYet: Load = { stored: 0, dropped: 0, blocked: undefined, waiting: 0, since: undefined };

/** Two users' long questions side by side, of each user one: their memory is then bounded too. */
const LONG_WORK = { atOnce: 2, perUser: 1, waiting: 30 };

const SLOW_STOP_MS = 10_000;
const DEMO_WAIT_MS = 4000;

/** Brings the database up to date and opens the doors; `stop` closes them in the opposite order. */
export async function startServices({ config, databaseUrl, secrets, log, now }: Start): Promise<Services> {
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
  try {
    await claimInstance(pool, config.demo);
    await seedAccess(pool);
    await seedSites(pool);
    await encryptStoredPasswords(pool, secrets.signing_secret);
    const accounts = config.demo ? await seedDemoUsers(pool) : await seedFirstAdministrator(pool);
    const changes = hearChanges(databaseUrl, log);
    undo.push(['changes', () => changes.stop()]);
    const airFactors = keepUntilTold(changes, 'directory', () => readAirFactors(pool));
    const app: App = {
      config,
      secrets,
      pool,
      series: postgresStore(pool),
      log,
      settings: await openSettings(pool, config, secrets, changes, log),
      airFactors,
      everyAirSite: keepUntilTold(changes, 'directory', async () =>
        siteFacts(await airFactors(), await siteSetups(pool, sql`true`)),
      ),
      factorFacts: keepUntilTold(changes, 'directory', () => readFactorFacts(pool)),
      fairLine: new FairLine(LONG_WORK),
      now: now ?? (() => new Date()),
    };
    const sources = exportSources(routes, tables);
    const background: App = { ...app, pool: backgroundPool, series: postgresStore(backgroundPool) };
    const runner = new JobRunner(
      app,
      {
        export: exportWorker(sources),
        demo_history: demoHistoryWorker,
        report: reportWorker,
        history_import: historyImportWorker,
      },
      background,
    );
    const upkeep = new UpkeepClock(background, everyUpkeep);
    const hub = new Hub();
    // The doors for stations open last; until then nobody has come and nothing waits.
    let gateway: Gateway | undefined;
    let broker: BrokerLine | undefined;
    const reload = async () => gateway?.reloadDirectory();
    const load = (): Load => gateway?.load() ?? nothingYet;
    const watch = watchDatabase(ingestPool, log, load);
    undo.push(['database watch', watch.stop]);
    const vitals = watchVitals(app, {
      stations: () => gateway?.sessions.size ?? 0,
      viewers: () => hub.size,
      mqtt: () => broker?.vitals,
      ingest: load,
      database: watch.state,
    });
    undo.push(['vitals', vitals.stop]);
    const server = await buildServer(app, [
      ...routes.map((route) => (learns.has(route.call.path) ? { ...route, after: reload } : route)),
      ...jobRoutes(sources, () => runner),
      ...reportFileRoutes(() => runner),
      ...historyImportRoutes(() => runner),
      ...upkeepRoutes(upkeep),
      ...statusRoutes(vitals.read, watch.state),
    ]);
    await serveLive(server, app, hub, changes);
    serveHealth(server, app, vitals.read, watch.state);
    await servePush(server, app, () => gateway?.intake);
    undo.push(['web', () => closeServer(server)]);
    const address = await server.listen({ host: config.host, port: config.port });
    const after: After = {
      stored: (arrivals) => hub.publish(readingEvents(arrivals)),
      linked: (links) => hub.publish(linkEvents(links)),
    };
    const intake: App = { ...app, pool: ingestPool, series: postgresStore(ingestPool) };
    const opened = await startGateway(intake, changes, after);
    gateway = opened;
    undo.push(['gateway', () => opened.stop()]);
    if (config.mqtt) {
      const line = await startMqtt(app, config.mqtt, opened.intake);
      broker = line;
      undo.push(['broker', () => line.stop()]);
    }
    undo.push(['jobs', () => runner.stop()]);
    undo.push(['upkeep', () => upkeep.stop()]);
    upkeep.start();
    const clocks = {
      'roll-up': startRollingUp(app.series, log, app.now, (summed) => hub.publish(summedEvents(summed))),
      'virtual data': startSimulating(app, (made, at) => hub.publish(simulatedEvents(made, at))),
      reports: startReportClock(app, runner),
      messages: startOutbox(app, changes),
      memory: startGivingBack(),
      shortage: startShortageWatch(app, vitals.disks),
    };
    for (const [name, { stop }] of Object.entries(clocks)) undo.push([name, stop]);
    const hasDemo = config.demoStations && (await seedDemoNetwork(pool));
    if (hasDemo) undo.push(['demo', playDemo(app, runner, opened.port)]);
    else await runner.start();
    return { app, address, gateway: opened, accounts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The demo's stations speak, and their past is filled in behind them; not at once, so that whoever opens the first page
 * does not share the machine with them. Returns what ends it.
 */
function playDemo(app: App, runner: JobRunner, port: number): () => Promise<void> {
  const { config, log } = app;
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host;
  let fleet: DemoFleet | undefined;
  let queued: Promise<void> | undefined;
  const begin = async () => {
    fleet = startDemoFleet({ host, port, log });
    await runner.start();
    await startDemoHistory(app, runner);
  };
  const curtain = setTimeout(() => {
    queued = begin().catch((error: unknown) => log.warn({ err: error }, 'the demo has no history'));
  }, DEMO_WAIT_MS);
  return async () => {
    clearTimeout(curtain);
    await queued;
    await fleet?.stop();
  };
}
