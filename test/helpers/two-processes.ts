import { randomUUID } from 'node:crypto';
import { until } from '#server/db/embedded-fixture.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { addSites, type CrashReport, compare, Device } from './crash.ts';
import { openTwo, type Person, receiver, type Server, setWebhook } from './server-processes.ts';

export interface ServersReport extends CrashReport {
  /** Number of jobs by final state. */
  jobs: Record<string, number>;
  messages: number;
  /** Message numbers that never arrived. */
  lostMessages: number[];
  /** Message numbers that arrived more often than they were tried. */
  doubledMessages: number[];
  /** Longest time in seconds from a kill until the dead server held no lease and no job. */
  takeover: number;
  /** Longest time in milliseconds until a setting changed at one server took effect at the other. */
  heardMs: number;
}

const REST_MS = 40;
const A_ROUND = 6;

/** Kills one of two servers in turn under load; reports losses and durations. */
export async function killServers(options: {
  /** The index of the server to kill in each round. */
  kills: readonly (0 | 1)[];
  devices: number;
  program: string[];
}): Promise<ServersReport> {
  const { db, servers, person, close } = await openTwo(options.program);
  const [one, two] = servers;
  const hook = await receiver();
  const running: Device[] = [];
  try {
    await setWebhook(person, one, hook.url);
    const mns = Array.from({ length: options.devices }, (_, i) => `KILL${i}`);
    await addSites(db, mns);
    const begin = Math.floor(Date.now() / 60_000 - 30 * 1440) * 60_000;
    const doors = [one.gatewayPort, two.gatewayPort];
    running.push(...mns.map((mn, i) => new Device(mn, i % 2 ? doors.toReversed() : doors, begin, REST_MS)));
    const speaking = Promise.all(running.map((device) => device.run()));

    const heard: number[] = [];
    const takeovers: number[] = [];
    /** Waits until this server announces readings of all devices, whichever server they are connected to. */
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
      ...(await compareMessages(
        db,
        hook.arrived.map(({ number }) => number),
      )),
      takeover: Math.max(0, ...takeovers),
      heardMs: Math.max(0, ...heard),
    };
  } finally {
    for (const device of running) device.stop();
    await close();
    hook.close();
  }
}

/** Time until a setting changed at one server takes effect at the other, which caches it. */
async function hearing(person: Person, at: Server, by: Server): Promise<number> {
  const hosts = `tiles-${randomUUID()}.example.com`;
  const { version } = await person.ask<{ version: number }>(at.address, platformConfig.data.path, {});
  await person.ask(at.address, platformConfig.set.path, {
    version,
    map_provider: 'tiles',
    map_general_url: `https://${hosts}/{z}/{x}/{y}`,
  });
  const begun = performance.now();
  // The pages' CSP is built from the cached settings.
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

/** Seconds until the dead process holds no lease and no job. */
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
