import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startEmbedded } from './db/embedded.ts';
import type { Embedded } from './db/embedded-supervisor.ts';
import { checkExternal } from './db/external.ts';
import { type Config, readConfig } from './instance/config.ts';
import { openDataDir } from './instance/data-dir.ts';
import { openLog } from './instance/log.ts';
import { projectRoot } from './instance/project-root.ts';
import { listenError, StartError } from './instance/start-error.ts';
import type { Services } from './services.ts';

// npm forwards a Ctrl-C that the terminal has sent us already. A second one by the user takes longer than this.
const ECHO_MS = 1000;
const DRAIN_MS = 20_000;

/** Cleanup steps, run in reverse order. */
const undo: (() => Promise<void> | void)[] = [];
let log: Logger | undefined;
let embedded: Embedded | undefined;
let stopAsked: number | undefined;
let ending: Promise<never> | undefined;

async function start(): Promise<void> {
  const envFile = join(projectRoot, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env, process.argv.slice(2));
  // With an external database, several servers may share a data folder with its secrets and files.
  const sharedAs = config.databaseUrl === undefined ? undefined : String(config.port);
  const dataDir = await openDataDir(config.dataDir, sharedAs);
  undo.push(() => dataDir.release());
  log = openLog(dataDir.logs, config.logLevel);
  const secrets = { ...dataDir.secrets };
  if (config.tokenSecret !== undefined) secrets.token_secret = config.tokenSecret;
  // Load the code while the database starts.
  const [databaseUrl, { startServices }] = await Promise.all([
    openDatabase(config, secrets.database_password, log),
    import('./services.ts'),
  ]);
  if (stopAsked !== undefined) return;
  const services = await startServices({ config, databaseUrl, secrets, place: dataDir.place, log });
  undo.push(() => Promise.race([services.stop(), sleep(DRAIN_MS)]));
  if (stopAsked === undefined) process.stdout.write(banner(config, services));
}

async function openDatabase(config: Config, password: string, log: Logger): Promise<string> {
  if (config.databaseUrl !== undefined) {
    await checkExternal(config.databaseUrl);
    return config.databaseUrl;
  }
  const { dataDir, postgresBin: binDir } = config;
  const database = await startEmbedded({ dataDir, password, binDir, log });
  embedded = database;
  undo.push(() => database.stop());
  return database.url;
}

function banner(config: Config, services: Services): string {
  const { address, accounts } = services;
  const lines = ['', 'Lanjing is running; Ctrl-C stops it.', ''];
  lines.push(
    `  Open      ${config.roles.has('api') ? address : `other servers have the role api; ${address}/health says how this one is`}`,
    `  Stations  ${stationDoors(config, services)}`,
    `  Data      ${config.dataDir}`,
    '',
  );
  if (accounts.length > 0) {
    lines.push(
      config.demo
        ? '  Demo accounts (as long as nobody has changed them)'
        : '  First administrator; this password is shown only once and must be changed at the first sign-in',
    );
    const widest = (key: 'account' | 'password') => Math.max(...accounts.map((each) => each[key].length)) + 2;
    for (const { account, password, role } of accounts) {
      lines.push(`    ${account.padEnd(widest('account'))}${password.padEnd(widest('password'))}${role}`);
    }
    lines.push('');
  }
  return `${lines.join('\n')}\n`;
}

function stationDoors({ host, roles }: Config, { gateway }: Services): string {
  if (!roles.has('gateway')) return 'other servers have the role gateway';
  const tls = gateway.tlsPort === undefined ? '' : `, TLS on ${gateway.tlsPort}`;
  return `HJ 212 over TCP on ${host}:${gateway.port}${tls}`;
}

function end(code: number): Promise<never> {
  ending ??= undoAll().then(() => process.exit(code));
  return ending;
}

async function undoAll(): Promise<void> {
  for (const step of undo.reverse()) {
    try {
      await step();
    } catch (error) {
      log?.error({ err: error }, 'could not stop cleanly');
    }
  }
}

function onSignal(): void {
  if (stopAsked === undefined) {
    stopAsked = Date.now();
    process.stdout.write('\nStopping …\n');
    // Whether the start succeeds or fails now, everything is undone.
    void starting.then(
      () => end(0),
      () => end(0),
    );
  } else if (Date.now() - stopAsked > ECHO_MS) {
    void embedded?.stop('immediate');
    process.exit(1);
  }
}

/** One sentence for the user at the terminal; details of an unexpected error go to the log. */
function complain(error: unknown): void {
  const known = listenError(error);
  if (!(known instanceof StartError) && log) log.fatal({ err: known }, 'Lanjing could not start');
  else process.stderr.write(`${known instanceof Error ? known.message : known}\n`);
}

// A closed stdout (`npm start | head`) must not stop the server or cause repeated warnings.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
process.on('uncaughtException', (error) => {
  log?.fatal({ err: error }, 'stopping after an error nobody expected');
  void end(1);
});

const starting = start();
starting.catch((error: unknown) => {
  if (stopAsked !== undefined) return;
  complain(error);
  void end(1);
});
