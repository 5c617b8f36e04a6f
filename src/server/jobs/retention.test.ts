import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { readConfig } from '#server/instance/config.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import type { RawPacket, ReadingRow } from '#server/series/store.ts';
import { defaultSettings } from '#server/settings/defaults.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { storedPackets } from '#test/helpers/stored.ts';
import { doUpkeep } from '#test/helpers/upkeep.ts';
import { retention } from './retention.ts';
import type { UpkeepApp } from './upkeep.ts';

let db: Pool;
let app: UpkeepApp;
beforeAll(async () => {
  db = await testDatabase();
  const config = readConfig({ RAW_PACKET_DAYS: '10', REALTIME_MONTHS: '2' }, []);
  const settings = defaultSettings(config);
  app = {
    config,
    pool: db,
    series: postgresStore(db),
    settings: { current: settings, unusable: [], read: async () => settings },
    now: () => new Date('2026-11-15T02:00:00Z'),
    log: pino({ level: 'silent' }),
  };
});

const packet = (day: string): RawPacket => ({
  received_at: new Date(`2026-${day}T12:00:00Z`),
  outgoing: false,
  site_id: null,
  mn: 'kept',
  st: '22',
  cn: '2011',
  qn: '',
  verdict: 'ok',
  deviations: [],
  raw: Uint8Array.of(35, 35),
  remote: '',
});
const reading = (data_type: ReadingRow['data_type'], day: string): ReadingRow => ({
  site_id: 1,
  data_type,
  ts: new Date(`2026-${day}T12:00:00Z`),
  fids: [1],
  avg: [1],
  origin: 'l',
});

function store(): Promise<void> {
  const months = ['08-01', '08-31', '09-01', '11-14'];
  return app.series.append({
    packets: ['11-04', '11-05', '11-14'].map(packet),
    readings: (['realtime', 'minute', 'hour', 'day'] as const).flatMap((type) =>
      months.map((day) => reading(type, day)),
    ),
  });
}

const year = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') };

async function packetDays(): Promise<string[]> {
  const packets = await storedPackets(db, { strangers: { mn: 'kept', except: [] } });
  return packets.map(({ received_at }) => received_at.slice(5, 10));
}

async function days(data_type: 'realtime' | 'minute'): Promise<string[]> {
  const rows = await app.series.range({ data_type, site_ids: [1], ...year });
  return rows.map(({ ts }) => ts.slice(5, 10));
}

test('packets go by the day and real-time values by the month; what is to be kept for ever stays', async () => {
  await store();
  const { packets, realtime, minute } = await doUpkeep(app, retention);
  expect(await packetDays()).toEqual(['11-05', '11-14']);
  expect(await days('realtime')).toEqual(['09-01', '11-14']);
  expect(await days('minute')).toEqual(['08-01', '08-31', '09-01', '11-14']);
  expect([packets, realtime, minute]).toMatchObject([
    { rows: 1 },
    { rows: 2, about: false },
    { rows: 0, bytes: 0 },
  ]);
  expect(packets?.bytes).toBeGreaterThanOrEqual(8192);
  expect(await doUpkeep(app, retention)).toMatchObject({ packets: { rows: 0 }, realtime: { rows: 0 } });
});

test('late values of a dropped month are stored, until it is dropped again', async () => {
  await store();
  expect(await days('realtime')).toEqual(['08-01', '08-31', '09-01', '11-14']);
  await doUpkeep(app, retention);
  expect(await days('realtime')).toEqual(['09-01', '11-14']);
});

test('a partition that another process has dropped is created again when values are stored', async () => {
  await store();
  await doUpkeep({ ...app, series: postgresStore(db) }, retention);
  expect(await days('realtime')).toEqual(['09-01', '11-14']);
  await store();
  expect(await days('realtime')).toEqual(['08-01', '08-31', '09-01', '11-14']);
});

test('a part that somebody is reading is left for the next time, and nobody waits behind it for long', async () => {
  await store();
  await db.tx({}, async (reader) => {
    await reader.rows(sql`select count(*) from reading_realtime`);
    await expect(doUpkeep(app, retention)).rejects.toThrow('realtime: busy');
  });
  await doUpkeep(app, retention);
  expect(await days('realtime')).toEqual(['09-01', '11-14']);
});

test('the rows of a large partition are estimated, and shown as an estimate', async () => {
  const at = new Date('2026-07-01T12:00:00Z');
  await app.series.append({ packets: [], readings: [{ ...reading('realtime', '07-01'), ts: at }] });
  await db.run(sql`
    insert into reading_realtime (ts, site_id, set_id, avg)
    select ${at}::timestamptz + n * interval '1 second', 2, 1, array_fill(1::real, array[200])
      from generate_series(1, 80000) n`);
  await db.run(sql`analyze reading_realtime`);
  const { realtime } = await doUpkeep(app, retention);
  expect(realtime?.about).toBe(true);
  expect(realtime?.rows).toBeGreaterThan(70_000);
  expect(realtime?.rows).toBeLessThan(90_000);
  expect(realtime?.bytes).toBeGreaterThan(64 * 1024 * 1024);
});
