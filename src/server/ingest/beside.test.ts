import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { storedPackets, storedReadings } from '#test/helpers/stored.ts';
import { storeBeside } from './beside.ts';
import { type Arrival, Writer } from './writer.ts';

let db: Pool;

beforeAll(async () => {
  db = await testDatabase();
  await db.run(
    sql`insert into site (site_id, mn, site_name) overriding system value values (1, 'MN1', '一号站')`,
  );
});

/** One packet of a pushed batch, with values, a log line, and another time for which its values are held. */
function arrival(ts: string, value = 'running'): Arrival {
  const at = new Date('2026-11-15T08:00:00Z');
  const raw = Buffer.from(ts);
  const from = { site_id: 1, received_at: at, cn: '2051', remote: 'peer', raw };
  return {
    packet: { ...from, outgoing: false, mn: 'MN1', st: '22', qn: ts, verdict: 'ok', deviations: [] },
    reading: { site_id: 1, data_type: 'minute', ts: new Date(ts), fids: [1], avg: [1], origin: 'l' },
    logs: [{ site_id: 1, ts: new Date(ts), kind: 'state', target: '', info: 'RS', value, received_at: at }],
    held: { ...from, ts: new Date(ts), data_type: 'hour', reason: 'too_old' },
    batch: {
      site_id: 1,
      batch_id: ts,
      body_hash: '',
      received_at: at,
      answer: { batch_id: ts, received: 1, stored: 1, failed: [], ignored: [] },
    },
  };
}

/** Number of stored rows of each part of that arrival. */
async function kept(ts: string): Promise<Record<string, number>> {
  const row = await db.one<Record<string, number>>(sql`
    select (select count(*) from device_log where ts = ${ts}) as logs,
           (select count(*) from held_packet where ts = ${ts}) as held,
           (select count(*) from push_batch where batch_id = ${ts}) as batches`);
  const at = new Date(ts);
  const minutes = await storedReadings(db, 'minute', 'MN1', { from: at, to: new Date(at.getTime() + 1) });
  const packets = await storedPackets(db, { qn: ts });
  return { readings: minutes.length, packets: packets.length, ...row };
}

/** Stores it; returns whether the sender would get an acknowledgement. */
async function take(one: Arrival, beside = (all: readonly Arrival[]) => storeBeside(db, all)) {
  const writer = new Writer(postgresStore(db), pino({ level: 'silent' }), {
    lingerMs: 0,
    storeBeside: beside,
  });
  const stored = new Promise<boolean>((settle) => writer.push({ ...one, settle }));
  const answer = await stored;
  await writer.stop();
  return answer;
}

test('a failure between storing the values and the rest is repeated, and acknowledged once everything is stored', async () => {
  const ts = '2026-11-15T07:00:00Z';
  const seen: Record<string, number>[] = [];
  const isStored = await take(arrival(ts), async (all) => {
    seen.push(await kept(ts));
    if (seen.length === 1) throw new Error('away');
    await storeBeside(db, all);
  });
  const valuesOnly = { readings: 1, packets: 1, logs: 0, held: 0, batches: 0 };
  expect(seen).toEqual([valuesOnly, valuesOnly]);
  expect(isStored).toBe(true);
  expect(await kept(ts)).toEqual({ readings: 1, packets: 1, logs: 1, held: 1, batches: 1 });
});

test('values that a crashed server had stored already are not doubled when the packet is sent again', async () => {
  const ts = '2026-11-15T07:01:00Z';
  const { packet, reading } = arrival(ts);
  await postgresStore(db).append({ packets: [packet], readings: reading ? [reading] : [] });
  await storeBeside(db, [{ ...arrival(ts), held: undefined, batch: undefined } as Arrival]);
  const received_at = new Date('2026-11-15T08:05:00Z');
  expect(await take({ ...arrival(ts), packet: { ...packet, received_at } })).toBe(true);
  // A frame that arrives twice is stored twice.
  expect(await kept(ts)).toEqual({ readings: 1, packets: 2, logs: 1, held: 1, batches: 1 });
});

test('a packet whose log line the database refuses is marked, kept once, and holds nobody up', async () => {
  const [bad, good] = ['2026-11-15T07:02:00Z', '2026-11-15T07:03:00Z'];
  const writer = new Writer(postgresStore(db), pino({ level: 'silent' }), {
    lingerMs: 20,
    storeBeside: (all) => storeBeside(db, all),
  });
  const settled = await Promise.all(
    [arrival(bad, '\0'), arrival(good)].map(
      (one) => new Promise<boolean>((settle) => writer.push({ ...one, settle })),
    ),
  );
  await writer.stop();
  expect(settled).toEqual([false, true]);
  expect(writer.load).toMatchObject({ dropped: 1 });
  expect(await kept(good)).toEqual({ readings: 1, packets: 1, logs: 1, held: 1, batches: 1 });
  expect(await kept(bad)).toEqual({ readings: 1, packets: 1, logs: 0, held: 0, batches: 0 });
  const marked = (await storedPackets(db)).filter(({ deviations }) => deviations.length > 0);
  expect(marked).toMatchObject([{ qn: bad, deviations: ['not_stored'] }]);
});
