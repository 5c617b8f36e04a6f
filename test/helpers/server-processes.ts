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
import { openPool, type Pool } from '#server/db/pool.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { type FromServer, type LiveEvent, livePath, siteOf, type Watch } from '#shared/contract/live.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { idlePort } from './idle-port.ts';
import { stopChild } from './stop-child.ts';

/** One of the two servers; its ports stay the same across restarts. */
export class Server {
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

/** A signed-in user who can call either server. */
export class Person {
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

  /** Collects the sites with new readings announced by this server from now on. */
  async watch(address: string): Promise<{ sites: Set<number>; socket: WebSocket }> {
    const sites = new Set<number>();
    const socket = await this.hear(address, ['reading'], (event) => sites.add(siteOf(event) ?? 0));
    return { sites, socket };
  }

  /** Subscribes to live events of these topics from this server. */
  async hear(address: string, topics: Watch['topics'], told: (event: LiveEvent) => void): Promise<WebSocket> {
    const socket = new WebSocket(address.replace('http', 'ws') + livePath);
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as FromServer;
      if (message.type === 'events') message.events.forEach(told);
    });
    await once(socket, 'open');
    const watch = { topics };
    socket.send(JSON.stringify({ type: 'hello', access_token: this.token, imei: this.imei, watch }));
    return socket;
  }
}

export interface TwoProcesses {
  /** Parent folder of the data of the database and both servers. */
  home: string;
  db: Pool;
  servers: readonly [Server, Server];
  /** The administrator, signed in. */
  person: Person;
  close(): Promise<void>;
}

/** Two servers on one database; all three are processes that can be killed. */
export async function openTwo(program: string[]): Promise<TwoProcesses> {
  const home = mkdtempSync(join(tmpdir(), 'lanjing-servers-'));
  chmodSync(home, 0o711);
  const database = await startEmbedded({
    dataDir: home,
    password: 'servers',
    log: pino({ level: 'silent' }),
  });
  const db = openPool(database.url, () => undefined);
  const folders = ['one', 'two'].map((name) => join(home, name));
  const env = { DATABASE_URL: database.url, FILES_DIR: join(home, 'files') };
  const servers: Server[] = [];
  for (const DATA_DIR of folders)
    servers.push(new Server(program, [await idlePort(), await idlePort()], { ...env, DATA_DIR }));
  const [one, two] = servers as [Server, Server];
  const close = async () => {
    await db.end();
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await one.start();
    // Like an operator, copy the secrets to the second server.
    mkdirSync(folders[1] ?? '');
    copyFileSync(join(folders[0] ?? '', 'secrets.json'), join(folders[1] ?? '', 'secrets.json'));
    await two.start();
    const person = new Person();
    await person.signIn(one.address);
    return { home, db, servers: [one, two], person, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sends all messages to this webhook, too. */
export async function setWebhook(person: Person, { address }: Server, webhook_url: string): Promise<void> {
  const { version } = await person.ask<{ version: number }>(address, platformConfig.data.path, {});
  await person.ask(address, platformConfig.set.path, { version, webhook_provider: 'webhook', webhook_url });
}

/** A received message; `number` identifies repetitions. */
export interface Arrived {
  number: number;
  body: { alarm?: { event: string; alarm_ids: string } };
}

/** A webhook receiver that records messages. */
export async function receiver() {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const number = Number(request.headers['x-lanjing-message']);
    arrived.push({ number, body: JSON.parse(text) as Arrived['body'] });
    // Slow enough for kills to interrupt deliveries.
    await sleep(20);
    response.writeHead(200).end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    arrived,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
