import { randomUUID } from 'node:crypto';
import { until } from '#server/db/embedded-fixture.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { addSites, type CrashReport, compare, Device } from './crash.ts';
import { openTwo, type Person, receiver, type Server, setWebhook } from './server-processes.ts';

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

/** Kills one of two servers after the other under load; says what was lost, and how long what took. */
export async function killServers(options: {
  /** Which of them, in turn. */
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
