import { beforeAll, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { coverageAt } from './coverage.ts';
import { postgresStore } from './postgres/store.ts';
import type { ReadingRow, SeriesStore } from './store.ts';

/** Midnight of the network's 1 November, and long after all of it. */
const start = new Date('2026-10-31T16:00:00Z');
const later = new Date('2027-01-01T00:00:00Z');
const [OFTEN, SELDOM] = [1, 2];

let db: Pool;
let store: SeriesStore;
beforeAll(async () => {
  db = await testDatabase();
  store = postgresStore(db);
  await db.run(sql`insert into agreement (agreement_name) values ('intervals')`);
});

async function siteOf(mn: string, interval: number, product?: string): Promise<number> {
  const site = await db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id, interval_seconds, product_id)
    values (${mn}, ${mn}, (select min(agreement_id) from agreement), ${interval},
            (select product_id from product_line where product_name = ${product ?? null}))
    returning site_id`);
  return site?.site_id ?? 0;
}

async function summedUp(readings: ReadingRow[] = []): Promise<void> {
  if (readings.length > 0) await store.append({ readings, packets: [] });
  while ((await store.rollUp(later)) > 0);
}

/** Of a factor in the first bucket: how many values count, of how many that are due. */
async function covered(site_id: number, level: Level, fid: number): Promise<string> {
  const [bucket] = await store.buckets({ level, site_ids: [site_id], from: start, to: later });
  const { valid, expected } = coverageAt(bucket, bucket?.fids.indexOf(fid) ?? -1);
  return `${valid}/${expected}`;
}

test('a factor that is measured every four hours has six values a day, once that is known of it too', async () => {
  const site_id = await siteOf('FOUR', 3600);
  await summedUp(
    Array.from({ length: 24 }, (_, hour): ReadingRow => {
      const fids = hour % 4 === 0 ? [OFTEN, SELDOM] : [OFTEN];
      const ts = new Date(start.getTime() + hour * HOUR_MS);
      return { site_id, ts, data_type: 'hour', origin: 'l', fids, avg: fids.map(() => 7) };
    }),
  );
  expect([await covered(site_id, 'day', OFTEN), await covered(site_id, 'day', SELDOM)]).toEqual([
    '24/24',
    '6/24',
  ]);

  await db.run(sql`
    insert into device_factor (site_id, component_id, interval_seconds)
    values (${site_id}, ${OFTEN}, null), (${site_id}, ${SELDOM}, 14400)`);
  await summedUp();
  expect([await covered(site_id, 'day', OFTEN), await covered(site_id, 'day', SELDOM)]).toEqual([
    '24/24',
    '6/6',
  ]);

  await db.run(
    sql`update device_factor set interval_seconds = 7200 where site_id = ${site_id} and component_id = 2`,
  );
  await summedUp();
  expect(await covered(site_id, 'day', SELDOM)).toBe('6/12');
  await db.run(sql`delete from device_factor where site_id = ${site_id}`);
  await summedUp();
  expect(await covered(site_id, 'day', SELDOM)).toBe('6/24');
});

test('another interval of the site changes what was due of its real-time values', async () => {
  const site_id = await siteOf('SITE', 60);
  await summedUp(
    Array.from({ length: 12 }, (_, i): ReadingRow => {
      const ts = new Date(start.getTime() + i * 300_000);
      return { site_id, ts, data_type: 'realtime', origin: 'l', fids: [OFTEN], avg: [7] };
    }),
  );
  expect(await covered(site_id, 'hour', OFTEN)).toBe('12/60');
  await db.run(sql`update site set interval_seconds = 300 where site_id = ${site_id}`);
  await summedUp();
  expect(await covered(site_id, 'hour', OFTEN)).toBe('12/12');
});

test('flags that come to count, or no longer do, change the sums of the sites of their product line', async () => {
  await db.run(sql`insert into product_line (product_name) values ('strict'), ('lenient')`);
  const site_id = await siteOf('FLAGS', 60, 'strict');
  const values = Array.from({ length: 60 }, (_, i): ReadingRow => {
    const ts = new Date(start.getTime() + i * 60_000);
    return {
      site_id,
      ts,
      data_type: 'minute',
      origin: 'l',
      fids: [OFTEN],
      avg: [7],
      flags: [i < 30 ? 'F' : ''],
    };
  });
  await summedUp(values);
  expect(await covered(site_id, 'hour', OFTEN)).toBe('30/60');
  const count = (flags: string[]) =>
    db.run(sql`update product_line set counting_flags = ${flags} where product_name = 'strict'`);
  await count(['F']);
  await summedUp();
  expect(await covered(site_id, 'hour', OFTEN)).toBe('60/60');
  await count([]);
  await summedUp();
  expect(await covered(site_id, 'hour', OFTEN)).toBe('30/60');

  await db.run(sql`update product_line set counting_flags = '{F}' where product_name = 'lenient'`);
  await db.run(sql`
    update site set product_id = (select product_id from product_line where product_name = 'lenient')
     where site_id = ${site_id}`);
  await summedUp();
  expect(await covered(site_id, 'hour', OFTEN)).toBe('60/60');
});

test('a site that goes leaves no work behind', async () => {
  const site_id = await siteOf('GONE', 60);
  await db.run(
    sql`insert into device_factor (site_id, component_id, interval_seconds) values (${site_id}, 1, 600)`,
  );
  await db.run(sql`delete from site where site_id = ${site_id}`);
  expect(await db.rows(sql`select 1 from dirty_bucket where site_id = ${site_id}`)).toEqual([]);
});
