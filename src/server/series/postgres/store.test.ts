import { beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { RawPacket, ReadingRow, SeriesStore } from '#server/series/store.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { postgresStore } from './store.ts';

let db: Pool;
let store: SeriesStore;
beforeAll(async () => {
  db = await testDatabase();
  store = postgresStore(db);
});

const at = new Date('2026-11-15T08:00:00Z');
const row = (fids: number[], avg: (number | null)[], more: Partial<ReadingRow> = {}): ReadingRow => ({
  ...{ site_id: 1, data_type: 'minute', ts: at, fids, avg, origin: 'l' },
  ...more,
});
const write = (...readings: ReadingRow[]) => store.append({ readings, packets: [] });

describe('frames', () => {
  const raw = Uint8Array.from({ length: 256 }, (_, i) => i);
  const frame = (mn: string): RawPacket => ({
    received_at: at,
    outgoing: false,
    site_id: null,
    mn,
    st: '22',
    cn: '2011',
    qn: '',
    verdict: 'bad_crc',
    deviations: ['no_qn', 'lower_case_crc'],
    raw,
    remote: '127.0.0.1:1',
  });
  const kept = (mn: string) =>
    db.rows<{ raw: Buffer; deviations: string[] }>(sql`
      select raw, deviations from raw_packet where mn = ${mn}`);

  test('are stored byte by byte, whatever they hold', async () => {
    const mn = 'MN "quoted", \\ {odd}\t\u0001';
    await store.append({ readings: [], packets: [frame(mn)] });
    const [packet] = await kept(mn);
    expect([...(packet?.raw ?? [])]).toEqual([...raw]);
    expect(packet?.deviations).toEqual(['no_qn', 'lower_case_crc']);
  });

  test('may be empty', async () => {
    await store.append({
      readings: [],
      packets: [{ ...frame('EMPTY'), raw: new Uint8Array() }, frame('EMPTY')],
    });
    expect((await kept('EMPTY')).map(({ raw }) => raw.length).sort()).toEqual([0, 256]);
  });

  test('are kept once when a batch is tried again, and as often as they came otherwise', async () => {
    const batch = { readings: [], packets: [frame('TWICE'), frame('TWICE')] };
    await store.append(batch);
    await store.append({ ...batch, again: true });
    expect(await kept('TWICE')).toHaveLength(2);
    await store.append({ readings: [], packets: [frame('NEW')], again: true });
    expect(await kept('NEW')).toHaveLength(1);
  });

  test('that come again bear what is noted of them now', async () => {
    await store.append({ readings: [], packets: [frame('NOTED')] });
    const packets = [{ ...frame('NOTED'), deviations: ['no_qn', 'not_stored'] }];
    await store.append({ readings: [], packets, again: true });
    expect(await kept('NOTED')).toMatchObject([{ deviations: ['no_qn', 'not_stored'] }]);
  });
});

test('nothing of a removed site is left, and other sites are not touched', async () => {
  const rows = (site_id: number) =>
    (['realtime', 'minute', 'hour', 'day'] as const).map((data_type) =>
      row([1], [1], { site_id, data_type }),
    );
  const tables = [
    'reading_realtime',
    'reading_minute',
    'reading_hour',
    'reading_day',
    'latest_reading',
    'dirty_bucket',
  ];
  const left = async (site_id: number) => {
    const counts = tables.map((table) =>
      db.one<{ n: number }>(sql`select count(*) as n from ${identifier(table)} where site_id = ${site_id}`),
    );
    return (await Promise.all(counts)).map((count) => count?.n);
  };
  await write(...rows(901), ...rows(902));
  const before = await left(902);
  await store.removeSite(901);
  expect(await left(901)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(before.every((n) => n)).toBe(true);
  expect(await left(902)).toEqual(before);
});

test('sites are removed with all that came of them, and frames of their devices', async () => {
  const [gone, kept] = [9001, 9002];
  const frame = (mn: string, site_id: number | null) => ({
    received_at: at,
    outgoing: false,
    site_id,
    mn,
    st: '22',
    cn: '2011',
    qn: '',
    verdict: 'ok' as const,
    deviations: [],
    raw: new Uint8Array([1]),
    remote: '127.0.0.1:1',
  });
  await store.append({
    readings: [gone, kept].map((site_id) => row([1], [1], { site_id, data_type: 'hour' })),
    packets: [frame('GONE', gone), frame('GONE', null), frame('KEPT', kept)],
  });
  while ((await store.rollUp(new Date('2027-01-01T00:00:00Z'))) > 0);
  const told: number[] = [];
  await store.removeSites({ site_ids: [gone], mns: ['GONE'] }, (done, total) => told.push(done / total));
  expect(told.at(-1)).toBe(1);
  expect(await store.factorsOf([gone])).toEqual([]);
  const frames = { site_ids: [gone, kept], strangers: { mn: 'GONE', except: [] }, from: at };
  const left = await store.packets(frames, { limit: 10 });
  expect(left.map(({ mn }) => mn)).toEqual(['KEPT']);
  const site_ids = [gone, kept];
  const asked = { site_ids, data_type: 'hour', from: at, to: new Date('2026-11-16T08:00:00Z') } as const;
  expect(await store.countBySite(asked)).toEqual(new Map([[kept, 1]]));
  expect(await store.firstBuckets('hour', site_ids, [1])).toEqual(
    new Map([[kept, '2026-11-15T08:00:00.000Z']]),
  );
});
