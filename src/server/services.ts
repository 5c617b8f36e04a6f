import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Secrets } from '#server/data-dir.ts';
import { claimInstance } from '#server/db/instance.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPool } from '#server/db/pool.ts';
import {
  type FirstAccount,
  seedAccess,
  seedDemoUsers,
  seedFirstAdministrator,
} from '#server/features/access/seed.ts';
import { exportSources, exportWorker } from '#server/features/platform/exports.ts';
import { jobRoutes } from '#server/features/platform/jobs.routes.ts';
import { seedSites } from '#server/features/sites/seed.ts';
import type { App } from '#server/http/ctx.ts';
import { buildServer } from '#server/http/server.ts';
import { JobRunner } from '#server/jobs/runner.ts';
import { startTidying } from '#server/jobs/tidy.ts';
import { smsSender } from '#server/messages/sms.ts';
import { projectRoot } from '#server/project-root.ts';
import { routes } from '#server/routes.ts';

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
  accounts: FirstAccount[];
  stop(): Promise<void>;
}

/** Brings the database up to date and opens the doors; `stop` closes them in the opposite order. */
export async function startServices({ config, databaseUrl, secrets, log, now }: Start): Promise<Services> {
  await migrate(databaseUrl, join(projectRoot, 'migrations'));
  const pool = openPool(databaseUrl, (error) => log.warn({ err: error }, 'a database connection broke'));
  try {
    await claimInstance(pool, config.demo);
    await seedAccess(pool);
    await seedSites(pool);
    const accounts = config.demo ? await seedDemoUsers(pool) : await seedFirstAdministrator(pool);
    const app: App = {
      config,
      secrets,
      pool,
      log,
      sms: smsSender(config, pool, log),
      now: now ?? (() => new Date()),
    };
    const sources = exportSources(routes);
    const runner = new JobRunner(app, { export: exportWorker(sources) });
    const server = await buildServer(app, [...routes, ...jobRoutes(sources, () => runner)]);
    const address = await server.listen({ host: config.host, port: config.port });
    await runner.start();
    const tidying = startTidying(app);
    const stop = async () => {
      await server.close();
      await tidying.stop();
      await runner.stop();
      await pool.end();
    };
    return { app, address, accounts, stop };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
