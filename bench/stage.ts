import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startEmbedded } from '#server/db/embedded.ts';
import { limits, openPool, type Pool } from '#server/db/pool.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { idlePort } from '#test/helpers/idle-port.ts';
import { stopChild } from '#test/helpers/stop-child.ts';
import { held, onEnd } from './ending.ts';

/** A whole installation until the bench's end: its own database, and the built server in a child process. */
export interface Stage {
  db: Pool;
  databaseUrl: string;
  /** Of the server; the database has another folder. */
  dataDir: string;
  gatewayPort: number;
  /** Of all servers. */
  gatewayPorts: number[];
  webPort: number;
  server: ChildProcess;
  /** Starts another server with these roles on the same database and data folder. */
  addServer(roles: string): Promise<{ stop(): Promise<void> }>;
  /** CPU seconds so far, by process. */
  cpu(): Cpu;
}

export interface Cpu {
  server: number;
  postgres: number;
  bench: number;
}

/** Benches measure the built product. */
export async function ensureBuilt(): Promise<void> {
  const build = (await import(join(projectRoot, 'scripts', 'build.mjs'))) as { ensureBuilt(): Promise<void> };
  await build.ensureBuilt();
}

/** `demo`: with the demo's accounts but without its stations. */
export async function openStage({ demo = false } = {}): Promise<Stage> {
  await ensureBuilt();
  const dataDir = await held(
    () => mkdtemp(join(tmpdir(), 'lanjing-bench-')),
    (folder) => rm(folder, { recursive: true, force: true }),
  );
  // Accessible for the database's user; otherwise its cluster would be created elsewhere and left behind.
  await chmod(dataDir, 0o711);
  const database = await held(
    () => startEmbedded({ dataDir, password: 'bench', log: pino({ level: 'silent' }) }),
    (running) => running.stop(),
  );
  const env = { DATABASE_URL: database.url, DATA_DIR: join(dataDir, 'server') };
  const first = await startServer(demo ? [] : ['--no-demo'], env);
  const servers = [first];
  const db = openPool(database.url, () => undefined, limits.background);
  // Not awaited: a long statement would delay the end. Stopping the database ends it.
  onEnd(() => void db.end());
  return {
    ...first,
    db,
    databaseUrl: database.url,
    dataDir: env.DATA_DIR,
    get gatewayPorts() {
      return servers.map(({ gatewayPort }) => gatewayPort);
    },
    addServer: async (ROLES) => {
      const another = await startServer(demo ? [] : ['--no-demo'], { ...env, ROLES });
      servers.push(another);
      return {
        stop: async () => {
          servers.splice(servers.indexOf(another), 1);
          await stopChild(another.server);
        },
      };
    },
    cpu: () => cpuOf(servers.map(({ server }) => server.pid ?? 0)),
  };
}

/** The built server in a child process, on free ports. */
async function startServer(args: string[], env: Record<string, string>) {
  const [gatewayPort, webPort] = [await idlePort(), await idlePort()];
  const server = spawn(process.execPath, [join(projectRoot, 'dist/server/main.js'), ...args], {
    env: {
      ...process.env,
      ...env,
      HOST: '127.0.0.1',
      PORT: String(webPort),
      GATEWAY_PORT: String(gatewayPort),
      LOG_LEVEL: 'warn',
      DEMO_STATIONS: 'false',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onEnd(() => stopChild(server));
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (text) => {
      if (String(text).includes('Lanjing is running')) resolve();
    });
    server.once('exit', () => reject(new Error('the server did not start')));
  });
  return { server, gatewayPort, webPort };
}

const TICKS = 100;

/** From /proc: CPU time of the servers, the database processes and this process only. */
function cpuOf(serverPids: readonly number[]): Cpu {
  const used: Cpu = { server: 0, postgres: 0, bench: 0 };
  const parents = new Map<number, number>();
  const databases: { pid: number; seconds: number }[] = [];
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readStat(name) : undefined;
    if (!found) continue;
    const { command, parent, seconds } = found;
    const pid = Number(name);
    parents.set(pid, parent);
    if (serverPids.includes(pid)) used.server += seconds;
    else if (pid === process.pid) used.bench = seconds;
    else if (command === 'postgres') databases.push({ pid, seconds });
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  for (const { pid, seconds } of databases) if (isOurs(pid)) used.postgres += seconds;
  return used;
}

function readStat(pid: string): { command: string; parent: number; seconds: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      command: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      parent: Number(fields[1]),
      // Including ended children, because every database connection is a process.
      seconds: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS,
    };
  } catch {
    // The process has ended since the folder was listed.
    return undefined;
  }
}

export function spent(before: Cpu, after: Cpu): Cpu {
  return {
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
    bench: after.bench - before.bench,
  };
}
