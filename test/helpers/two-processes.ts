import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { WebSocket } from 'ws';
import { startEmbedded } from '#server/db/embedded.ts';
import { until } from '#server/db/embedded-fixture.ts';
import { freePort } from '#server/db/embedded-server.ts';
import { openPool, type Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { type FromServer, livePath, siteOf } from '#shared/contract/live.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { addSites, type CrashReport, compare, Device } from './crash.ts';
import { stopChild } from './stop-child.ts';

export interface ServersReport extends CrashReport {
  /** That were asked for, and how they ended. */
  jobs: Record<string, number>;
  messages: number;
  /** Numbers that never arrived. */
  lostMessages: number[];
  /** Numbers that arrived more than once though no server died over them. */
  doubledMessages: number[];
  /** From a kill until the other server had every lease, in seconds, the longest. */
  takeover: number;
  /** From a change at one server until it held at the other, in milliseconds, the longest. */
  heardMs: number;
}

const REST_MS = 40;
const A_ROUND = 6;

/** One of the two: always at the same doors, whoever of its lives serves them. */
class Server {
  private child: ChildProcess | undefined;
  readonly gatewayPort: number;
  readonly address: string;
  private readonly port: number;
  private readonly program: string[];
  private readonly env: Record<string, string>;

  constructor(program: string[], ports: [number, number], env: Record<string, string>) {
    [this.port, this.gatewayPort] = ports;
    this.address = `http://127.0.0.1:${this.port}`;
    this.program = program;
    this.env = env;
  }

  async start(): Promise<void> {
    const ports = { PORT: String(this.port), GATEWAY_PORT: String(this.gatewayPort) };
    const env = { ...process.env, ...this.env, ...ports, HOST: '127.0.0.1', DEMO_STATIONS: 'false' };
    const child = spawn(process.execPath, this.program, {
      cwd: projectRoot,
      env: { ...env, LOG_LEVEL: 'fatal', DISK_WARNING_GB: '0', DISK_CRITICAL_GB: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    let said = '';
    child.stdout?.on('data', (text) => {
      said += String(text);
    });
    await until(() => said.includes('Ctrl-C stops it') || child.exitCode !== null, 80);
    if (child.exitCode !== null) throw new Error('the server did not start');
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    if (this.child) await stopChild(this.child, signal);
  }
}

/** Someone who is signed in, and may ask either server. */
class Person {
  private token = '';
  private readonly imei = randomUUID();

  async signIn(address: string): Promise<void> {
    const answer = await this.ask<{ access_token: string }>(address, signIn.login.path, {
      account: 'admin',
      password: 'lanjing123',
    });
    this.token = answer.access_token;
  }

  async ask<Answer>(address: string, path: string, body: unknown): Promise<Answer> {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        OperationPlatform: 'Web',
        IMEI: this.imei,
        access_token: this.token,
      },
      body: JSON.stringify(body),
    });
    const envelope = (await response.json()) as { code: number; message: string; data: Answer };
    if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.message}`);
    return envelope.data;
  }

  /** Sites of which something new is seen at this server, from now on. */
  async watch(address: string): Promise<{ sites: Set<number>; socket: WebSocket }> {
    const socket = new WebSocket(address.replace('http', 'ws') + livePath);
    const sites = new Set<number>();
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as FromServer;
      if (message.type === 'events') for (const event of message.events) sites.add(siteOf(event) ?? 0);
    });
    await once(socket, 'open');
    const watch = { topics: ['reading'] };
    socket.send(JSON.stringify({ type: 'hello', access_token: this.token, imei: this.imei, watch }));
    return { sites, socket };
  }
}

/** Kills one of two servers after the other under load; says what was lost, and how long what took. */
export async function killServers(options: {
  /** Which of them, in turn. */
  kills: readonly (0 | 1)[];
  devices: number;
  program: string[];
}): Promise<ServersReport> {
  const home = mkdtempSync(join(tmpdir(), 'lanjing-servers-'));
  chmodSync(home, 0o711);
  const database = await startEmbedded({
    dataDir: home,
    password: 'servers',
    log: pino({ level: 'silent' }),
  });
  const db = openPool(database.url, () => undefined);
  const hook = await receiver();
  const folders = ['one', 'two'].map((name) => join(home, name));
  const env = { DATABASE_URL: database.url, FILES_DIR: join(home, 'files') };
  const servers: Server[] = [];
  for (const DATA_DIR of folders)
    servers.push(new Server(options.program, [await freePort(), await freePort()], { ...env, DATA_DIR }));
  const [one, two] = servers as [Server, Server];
  const running: Device[] = [];
  try {
    await one.start();
    // What the operator does.
    mkdirSync(folders[1] ?? '');
    copyFileSync(join(folders[0] ?? '', 'secrets.json'), join(folders[1] ?? '', 'secrets.json'));
    await two.start();
    const person = new Person();
    await person.signIn(one.address);
    const { version } = await person.ask<{ version: number }>(one.address, platformConfig.data.path, {});
    const webhook = { webhook_provider: 'webhook', webhook_url: hook.url };
    await person.ask(one.address, platformConfig.set.path, { version, ...webhook });
    const mns = Array.from({ length: options.devices }, (_, i) => `KILL${i}`);
    await addSites(db, mns);
    const begin = Math.floor(Date.now() / 60_000 - 30 * 1440) * 60_000;
    const doors = [one.gatewayPort, two.gatewayPort];
    running.push(...mns.map((mn, i) => new Device(mn, i % 2 ? doors.toReversed() : doors, begin, REST_MS)));
    const speaking = Promise.all(running.map((device) => device.run()));

    const heard: number[] = [];
    const takeovers: number[] = [];
    /** All devices are seen at this server, wherever they are connected. */
    const seenAt = async (server: Server) => {
      const { sites, socket } = await person.watch(server.address);
      await until(() => sites.size >= mns.length, 60);
      socket.terminate();
    };
    const busy = async (server: Server) => {
      for (let i = 0; i < A_ROUND; i++) {
        await person.ask(server.address, jobs.startExport.path, {
          listing: 'users',
          format: 'csv',
          columns: ['account'],
        });
        await db.run(sql`
          insert into message (channel, recipient, kind, subject, body) values ('webhook', 'webhook', 'report', 's', 'b')`);
      }
    };
    for (const [round, place] of options.kills.entries()) {
      const [victim, other] = place === 0 ? [one, two] : [two, one];
      await Promise.all([seenAt(victim), seenAt(other)]);
      heard.push(await hearing(person, victim, other));
      await Promise.all([busy(victim), busy(other)]);
      const gone = await processOf(db, victim);
      await victim.stop('SIGKILL');
      takeovers.push(await takenOver(db, gone));
      await seenAt(other);
      await busy(other);
      if (round < options.kills.length - 1) await victim.start();
    }
    for (const device of running) device.stop();
    await speaking;
    const states = () =>
      db.rows<{ state: string; count: number }>(
        sql`select state, count(*)::integer as count from job where kind = 'export' group by state`,
      );
    await until(
      async () => (await states()).every(({ state }) => state === 'done' || state === 'failed'),
      60,
    );
    const waiting = () =>
      db.one(sql`select from message where channel = 'webhook' and state = 'queued' limit 1`);
    await until(async () => (await waiting()) === undefined, 90);
    return {
      ...(await compare(db, mns, running)),
      jobs: Object.fromEntries((await states()).map(({ state, count }) => [state, count])),
      ...(await compareMessages(db, hook.numbers)),
      takeover: Math.max(0, ...takeovers),
      heardMs: Math.max(0, ...heard),
    };
  } finally {
    for (const device of running) device.stop();
    await db.end();
    hook.close();
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** How long it takes until a setting that is changed at one server holds at the other, which knows it by heart. */
async function hearing(person: Person, at: Server, by: Server): Promise<number> {
  const hosts = `tiles-${randomUUID()}.example.com`;
  const { version } = await person.ask<{ version: number }>(at.address, platformConfig.data.path, {});
  await person.ask(at.address, platformConfig.set.path, {
    version,
    map_provider: 'tiles',
    map_general_url: `https://${hosts}/{z}/{x}/{y}`,
  });
  const begun = performance.now();
  // The policy of pages is written from memory.
  await until(async () => {
    const { headers } = await fetch(`${by.address}/health/database`);
    return headers.get('content-security-policy')?.includes(hosts);
  }, 30);
  return performance.now() - begun;
}

async function processOf(db: Pool, { address }: Server): Promise<string> {
  const row = await db.one<{ process_id: string }>(
    sql`select process_id from server_process where address = ${address} order by started_at desc limit 1`,
  );
  return row?.process_id ?? '';
}

/** Seconds until the dead process holds no lease, and no job, any more. */
async function takenOver(db: Pool, process_id: string): Promise<number> {
  const begun = performance.now();
  const held = () =>
    db.one(sql`
      select from lease where holder = ${process_id}
       union all select from job where taken_by = ${process_id} and state = 'running' limit 1`);
  await until(async () => (await held()) === undefined, 60);
  return (performance.now() - begun) / 1000;
}

async function compareMessages(db: Pool, numbers: readonly number[]) {
  const sent = await db.rows<{ message_id: number; tries: number }>(
    sql`select message_id, tries from message where channel = 'webhook' and kind = 'report'`,
  );
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return {
    messages: sent.length,
    lostMessages: sent.filter(({ message_id }) => !times.has(message_id)).map(({ message_id }) => message_id),
    doubledMessages: sent
      .filter(({ message_id, tries }) => (times.get(message_id) ?? 0) > tries)
      .map(({ message_id }) => message_id),
  };
}

/** Notes the numbers of the messages that arrive. */
async function receiver() {
  const numbers: number[] = [];
  const server = createServer(async (request, response) => {
    request.resume();
    await once(request, 'end');
    numbers.push(Number(request.headers['x-lanjing-message']));
    // Long enough under way for kills to meet it.
    await sleep(20);
    response.writeHead(200).end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    numbers,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
