import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { Framer } from '#protocol/framer.ts';
import { parsePacket } from '#protocol/packet.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { serverPid, until } from '#server/db/embedded-fixture.ts';
import { openPool, type Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { formatTime } from '#shared/domain/time.ts';
import { idlePort } from './idle-port.ts';
import { openLine } from './line.ts';
import { stopChild } from './stop-child.ts';
import { storedReadings } from './stored.ts';
import { upload } from './upload.ts';

/** Long enough for kills to hit batches while they are collected, written and acknowledged. */
const BETWEEN_MS = 1500;
const NO_ANSWER_MS = 3000;

/** A kill under load, or a time without database: connections refused, or open but dead. */
export type Blow = 'kill server' | 'kill database' | { database: 'cut' | 'frozen'; forMs: number };

export interface CrashReport {
  acknowledged: number;
  /** Acknowledged packets that are not stored. */
  lost: string[];
  /** Acknowledged packets whose values are stored more than once or differ from what was sent. */
  wrong: string[];
  resent: number;
}

/** The packets that a device sends. */
export interface Speech {
  cn: '2011' | '2051';
  stepMs: number;
  value(n: number): number;
}
const minutes: Speech = { cn: '2051', stepMs: 60_000, value: (n) => n % 1000 };

/**
 * A device that follows the standard: it resends a packet until it is acknowledged, then sends the next. With several
 * ports it tries the next one if there is no answer.
 */
export class Device {
  readonly acknowledged = new Map<string, number>();
  resent = 0;
  private socket: Socket | undefined;
  private n = 0;
  private stopped = false;
  private readonly mn: string;
  private readonly ports: readonly number[];
  private door = 0;
  private readonly begin: number;
  /** Pause between two packets. */
  private readonly restMs: number;
  private readonly speech: Speech;

  constructor(mn: string, ports: readonly number[], begin: number, restMs = 0, speech: Speech = minutes) {
    this.mn = mn;
    this.ports = ports;
    this.begin = begin;
    this.restMs = restMs;
    this.speech = speech;
  }

  async run(): Promise<void> {
    while (!this.stopped) {
      const { cn, stepMs } = this.speech;
      const at = new Date(this.begin + this.n * stepMs);
      // Values must not be in the future.
      if (at.getTime() > Date.now()) await sleep(at.getTime() - Date.now());
      const time = formatTime(at).replace(/\D/g, '');
      const value = this.speech.value(this.n);
      while (
        !this.stopped &&
        !(await this.deliver(upload(this.mn, cn, time, { a34004: value }), `${time}001`))
      ) {
        this.resent += 1;
      }
      if (!this.stopped) this.acknowledged.set(at.toISOString(), value);
      this.n += 1;
      if (this.restMs > 0) await sleep(this.restMs);
    }
    this.socket?.destroy();
  }

  stop(): void {
    this.stopped = true;
    this.socket?.destroy();
  }

  /** Whether the packet was acknowledged; a line that breaks or does not answer is closed. */
  private async deliver(packet: Uint8Array, qn: string): Promise<boolean> {
    const socket = this.socket ?? (await this.dial());
    if (!socket) return false;
    this.socket = socket;
    const framer = new Framer();
    const answered = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), NO_ANSWER_MS);
      const settle = (answer: boolean) => {
        clearTimeout(timer);
        socket.removeAllListeners('data');
        socket.removeAllListeners('close');
        resolve(answer);
      };
      socket.on('data', (chunk) => {
        if (framer.push(chunk).some((frame) => parsePacket(frame).qn === qn)) settle(true);
      });
      socket.on('close', () => settle(false));
      socket.write(packet);
    });
    if (!answered) {
      socket.destroy();
      this.socket = undefined;
      this.door += 1;
      await sleep(50);
    }
    return answered;
  }

  private async dial(): Promise<Socket | undefined> {
    const port = this.ports[this.door % this.ports.length] ?? 0;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    return new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.once('connect', () => {
        socket.removeAllListeners('close');
        resolve(socket);
      });
      socket.once('close', () => {
        this.door += 1;
        setTimeout(() => resolve(undefined), 100);
      });
    });
  }
}

/** Applies the blows one by one under load, then compares the store with the acknowledged packets. */
export async function crash(options: {
  blows: readonly Blow[];
  devices: number;
  program: string[];
  /** Aborts early. */
  signal?: AbortSignal;
}): Promise<CrashReport> {
  const home = mkdtempSync(join(tmpdir(), 'lanjing-crash-'));
  chmodSync(home, 0o711);
  const database = await startEmbedded({ dataDir: home, password: 'crash', log: pino({ level: 'silent' }) });
  const db = openPool(database.url, () => undefined);
  const line = await openLine(database.url);
  const port = await idlePort();
  const start = () => startServer(options.program, join(home, 'server'), line.url, port);
  let server = await start();
  const mns = Array.from({ length: options.devices }, (_, i) => `CRASH${i}`);
  try {
    await addSites(db, mns);
    const begin = Math.floor(Date.now() / 60_000 - 30 * 1440) * 60_000;
    const devices = mns.map((mn) => new Device(mn, [port], begin));
    const running = Promise.all(devices.map((device) => device.run()));
    let killed = 0;
    /** Waits until every device has received another acknowledgement. */
    const delivering = async () => {
      const counts = devices.map(({ acknowledged }) => acknowledged.size);
      await until(() => devices.every(({ acknowledged }, i) => acknowledged.size > (counts[i] ?? 0)), 100);
    };
    for (const blow of options.blows) {
      await delivering();
      await sleep(BETWEEN_MS + Math.random() * 200, undefined, options);
      if (blow === 'kill server') {
        await stopChild(server, 'SIGKILL');
        server = await start();
      } else if (blow === 'kill database') {
        killed = serverPid(home);
        process.kill(killed, 'SIGKILL');
      } else {
        if (blow.database === 'cut') line.cut();
        else line.freeze();
        await sleep(blow.forMs, undefined, options);
        line.mend();
      }
    }
    // Wait for the database first: an answer sent before the last kill does not prove that it works.
    await until(() => serverPid(home) !== killed && db.one(sql`select 1`), 100);
    await delivering();
    for (const device of devices) device.stop();
    await running;
    return await compare(db, mns, devices);
  } finally {
    await db.end();
    await stopChild(server);
    line.close();
    await database.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Starts the server as a child process that can be killed. */
export async function startServer(
  program: string[],
  dataDir: string,
  url: string,
  port: number,
  more: Record<string, string> = {},
): Promise<ChildProcess> {
  const env = {
    ...more,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: '0',
    GATEWAY_PORT: String(port),
  };
  const child = spawn(process.execPath, [...program, '--no-demo'], {
    cwd: projectRoot,
    env: { ...process.env, ...env, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (text) => {
    said += String(text);
  });
  await until(() => said.includes('Ctrl-C stops it') || child.exitCode !== null, 50);
  if (child.exitCode !== null) throw new Error('the server did not start');
  return child;
}

export async function addSites(db: Pool, mns: string[]): Promise<void> {
  await db.run(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, mn, (select min(agreement_id) from agreement) from unnest(${mns}::text[]) mn`);
}

export async function compare(
  db: Pool,
  mns: string[],
  devices: Device[],
  data_type: 'realtime' | 'minute' = 'minute',
): Promise<CrashReport> {
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const [i, { acknowledged }] of devices.entries()) {
    const mn = mns[i] ?? '';
    const rows = await storedReadings(db, data_type, mn);
    const stored = new Map(rows.map(({ ts, avg }) => [ts, avg[0]]));
    if (stored.size !== rows.length) wrong.push(`${mn}: ${rows.length - stored.size} periods twice`);
    for (const [ts, value] of acknowledged) {
      if (!stored.has(ts)) lost.push(`${mn} ${ts}`);
      else if (stored.get(ts) !== value) wrong.push(`${mn} ${ts}`);
    }
  }
  const acknowledged = devices.reduce((sum, device) => sum + device.acknowledged.size, 0);
  return { lost, wrong, acknowledged, resent: devices.reduce((sum, { resent }) => sum + resent, 0) };
}
