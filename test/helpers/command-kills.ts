import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { createCommands } from '#server/commands/create.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { until } from '#server/db/embedded-fixture.ts';
import { openPool, type Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import type { ParamValues } from '#shared/domain/command-params.ts';
import { type CommandState, isFinal } from '#shared/domain/command-run.ts';
import { BareDevice } from './bare-device.ts';
import { addSites, startServer } from './crash.ts';
import { idlePort } from './idle-port.ts';
import { stopChild } from './stop-child.ts';

/** States of commands in which the server is killed, in turn. */
export const killedIn = ['queued', 'sent', 'acknowledged', 'executing', 'verifying', 'unknown'] as const;

export interface CommandKillReport {
  commands: number;
  /** Number of commands by state at the kills. */
  met: Partial<Record<CommandState, number>>;
  /** Number of commands by state at the end of their round. */
  ends: Partial<Record<CommandState, number>>;
  /** Commands that never ended. */
  lost: string[];
  /** Writes and actions that were executed more than once. */
  doubled: string[];
  /** Commands whose state contradicts their device. */
  untrue: string[];
}

interface Kept {
  command_id: number;
  state: CommandState;
  error: string | null;
  result: { values?: { seconds?: number } } | null;
}

/** Kinds of commands, with the number under which devices count their executions. */
const kinds = [
  { kind: 'sample_now', cn: '3012' },
  { kind: 'realtime_interval_set', cn: '1062' },
  { kind: 'realtime_interval_read', cn: '1061' },
] as const;

/** Duration of each step on a device, long enough to observe every state. */
const STEP_MS = 500;
const MEET_MS = 10_000;
const SETTLE_S = 180;

/**
 * Kills the server repeatedly while devices have commands, in each state in turn, and then compares the stored states
 * with what the devices have executed. The devices do not remember requests, so a request sent twice is executed twice.
 */
export async function killUnderCommands(options: {
  kills: number;
  devices: number;
  program: string[];
}): Promise<CommandKillReport> {
  const home = mkdtempSync(join(tmpdir(), 'lanjing-commands-'));
  chmodSync(home, 0o711);
  const database = await startEmbedded({ dataDir: home, password: 'crash', log: pino({ level: 'silent' }) });
  const db = openPool(database.url, () => undefined);
  const port = await idlePort();
  const start = () =>
    startServer(options.program, join(home, 'server'), database.url, port, { COMMAND_PACE: '0.5' });
  let server = await start();
  const mns = Array.from({ length: options.devices }, (_, i) => `KILL${i}`);
  const devices = mns.map((mn) => new BareDevice(port, mn));
  const report: CommandKillReport = { commands: 0, met: {}, ends: {}, lost: [], doubled: [], untrue: [] };
  try {
    await addSites(db, mns);
    for (const device of devices) {
      device.faults = { forgetful: true, ackAfterMs: STEP_MS, endAfterMs: STEP_MS };
      await device.connect();
    }
    for (let kill = 0; kill < options.kills; kill++) {
      const round = await ask(db, devices, kill);
      report.commands += round.length;
      const wanted = killedIn[kill % killedIn.length] ?? 'sent';
      if (wanted === 'unknown') {
        await meet(db, round, 'acknowledged');
        await stopChild(server, 'SIGKILL');
        server = await start();
      }
      await meet(db, round, wanted);
      await stopChild(server, 'SIGKILL');
      for (const { state } of await read(db, round)) report.met[state] = (report.met[state] ?? 0) + 1;
      server = await start();
      await compare(db, round, report);
    }
    return report;
  } finally {
    for (const device of devices) device.stop();
    await db.end();
    await stopChild(server);
    await database.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

interface Asked {
  command_id: number;
  device: BareDevice;
  cn: string;
  /** The value to set, if any. */
  seconds: number | undefined;
  ranBefore: number;
}

/** Sends one command to each device, alternating between the kinds. */
async function ask(db: Pool, devices: readonly BareDevice[], kill: number): Promise<Asked[]> {
  const sites = new Map(
    (await db.rows<{ site_id: number; mn: string }>(sql`select site_id, mn from site`)).map(
      ({ site_id, mn }) => [mn, site_id],
    ),
  );
  const pm25 = await db.one<{ id: number }>(
    sql`select component_id as id from component where code_2017 = 'a34004'`,
  );
  const parts = { secrets: { signing_secret: 'none' } as never, now: () => new Date() };
  return Promise.all(
    devices.map(async (device, i) => {
      const { kind, cn } = kinds[i % kinds.length] ?? kinds[0];
      const seconds = kind === 'realtime_interval_set' ? 60 + kill : undefined;
      const params: ParamValues =
        kind === 'sample_now' ? { factor: pm25?.id ?? 0 } : seconds ? { seconds } : {};
      const ranBefore = device.ran(cn);
      const target = { site_id: sites.get(device.mn) ?? 0, params };
      const { commands } = await createCommands(parts, db, {
        ...{ kind: kind as CommandKindName, targets: [target], reason: '', by: null, life_ms: 600_000 },
      });
      return { command_id: commands[0]?.command_id ?? 0, device, cn, seconds, ranBefore };
    }),
  );
}

function read(db: Pool, round: readonly Asked[]): Promise<Kept[]> {
  return db.rows<Kept>(sql`
    select command_id, state, error, result from command
     where command_id = any(${round.map(({ command_id }) => command_id)})`);
}

/** Waits until a command has this state; on a busy machine the state may be missed. */
async function meet(db: Pool, round: readonly Asked[], wanted: CommandState): Promise<void> {
  const until = Date.now() + MEET_MS;
  while (Date.now() < until) {
    const rows = await read(db, round);
    if (rows.some(({ state }) => state === wanted)) return;
    if (rows.every(({ state }) => isFinal(state))) return;
    await sleep(5);
  }
}

/** An action that must not run twice and cannot be read back stays unknown. */
const isOver = ({ state, error }: Kept, { cn }: Asked) =>
  isFinal(state) || (state === 'unknown' && cn === '3012' && error !== null);

async function compare(db: Pool, round: readonly Asked[], report: CommandKillReport): Promise<void> {
  const byId = async () => new Map((await read(db, round)).map((row) => [row.command_id, row]));
  const isThere = (row: Kept | undefined, asked: Asked) => row !== undefined && isOver(row, asked);
  await until(async () => {
    const rows = await byId();
    return round.every((asked) => isThere(rows.get(asked.command_id), asked));
  }, SETTLE_S).catch(() => undefined);
  // Devices finish their current work before the next round.
  await sleep(3 * STEP_MS);
  const rows = await byId();
  for (const asked of round) {
    const row = rows.get(asked.command_id);
    const name = `${asked.device.mn} ${asked.cn} ${asked.command_id} ${row?.state}`;
    if (!row || !isThere(row, asked)) {
      report.lost.push(name);
      continue;
    }
    report.ends[row.state] = (report.ends[row.state] ?? 0) + 1;
    const ran = asked.device.ran(asked.cn) - asked.ranBefore;
    if (asked.cn !== '1061' && ran > 1) report.doubled.push(`${name} ran ${ran} times`);
    if (!isTrue(row, asked, ran)) report.untrue.push(`${name} ran ${ran} times`);
  }
}

function isTrue({ state, error, result }: Kept, { cn, device, seconds }: Asked, ran: number): boolean {
  const held = Number(device.settings.get('RtdInterval'));
  switch (state) {
    case 'succeeded':
      if (cn === '1061') return result?.values?.seconds === held;
      return ran === 1 && (seconds === undefined || held === seconds);
    case 'failed':
      return error === 'not_applied' && ran === 0 && held !== seconds;
    case 'unknown':
      return cn === '3012';
    default:
      return false;
  }
}
