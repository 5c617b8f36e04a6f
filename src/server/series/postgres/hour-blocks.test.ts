import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { blocksIn, keepBlocks, readBlocks, spanOf, takeHours } from './hour-blocks.ts';
import { Partitions } from './partitions.ts';
import { postgresStore } from './store.ts';

/** Enough hours of enough sites that copies are made. */
const SITES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const DAYS = 260;
const FACTORS = [3, 7];

const to = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
const from = new Date(to.getTime() - DAYS * DAY_MS);
const question = { level: 'hour', site_ids: SITES, fids: FACTORS, from, to } as const;
const blocks = blocksIn(question) ?? { first: 0, count: 0 };
/** An hour of the second block that is there and valid: both patterns repeat after 15 hours. */
const old = new Date(from.getTime() + Math.ceil((stepOf(spanOf(blocks).from) + 900) / 15) * 15 * HOUR_MS);

let db: Pool;
let store: SeriesStore;
beforeAll(async () => {
  db = await testDatabase();
  store = postgresStore(db);
  const partitions = new Partitions(db);
  for (let at = from.getTime(); at < to.getTime() + 31 * DAY_MS; at += 20 * DAY_MS)
    await partitions.ensureMonth('rollup_hour', new Date(at));
});

/** Every third hour is missing, and every fifth has too few values to be valid. */
beforeEach(async () => {
  await db.run(sql`delete from rollup_hour`);
  await db.run(sql`delete from hour_block`);
  await db.run(sql`
    insert into rollup_hour (ts, site_id, set_id, avg, n, valid, expected, origins)
    select ts, site_id, factor_set_of(${FACTORS}::smallint[]), array[site_id + n / 7.0, -n]::real[],
           array[60, 60], case when n % 5 = 0 then array[10, 60] else array[60, 60] end, array[60, 60], 'nn'
      from unnest(${SITES}::integer[]) site_id,
           generate_series(${from}::timestamptz, ${to}::timestamptz, '1 hour') with ordinality as h (ts, n)
     where n % 3 > 0`);
  await db.run(sql`delete from hour_block_touch`);
});

function stepOf(at: Date): number {
  return (at.getTime() - from.getTime()) / HOUR_MS;
}

const copies = async () => (await db.one<{ n: number }>(sql`select count(*) as n from hour_block`))?.n;
const columnsOf = async () => (await store.grid(question)).columns;
/** The first factor of the first site. */
const valueAt = async (at: Date) => (await columnsOf())[0]?.[stepOf(at)];

test('a long time of many sites is copied when it is asked for, and the copy is the same', async () => {
  const first = await columnsOf();
  expect(await copies()).toBe(SITES.length * FACTORS.length * blocks.count);
  expect(await columnsOf()).toEqual(first);
  const short = { ...question, from: spanOf(blocks).from, to: spanOf({ ...blocks, count: 1 }).to };
  const { steps, columns } = await store.grid(short);
  const [skipped, length] = [stepOf(short.from), DAYS * 24];
  expect(columns.map((column) => column.subarray(steps, 2 * steps))).toEqual(
    first.map((column) => column.subarray(length + skipped, length + skipped + steps)),
  );
});

test('what is asked again is taken from the copies', async () => {
  await columnsOf();
  const known = await valueAt(old);
  await db.run(sql`alter table rollup_hour disable trigger user`);
  await db.run(sql`update rollup_hour set avg = array[-1, -1] where ts = ${old}`);
  await db.run(sql`alter table rollup_hour enable trigger user`);
  expect(await valueAt(old)).toBe(known);
});

test('an old hour that is changed, deleted or added shows at once', async () => {
  const one = sql`site_id = 1 and ts = ${old}`;
  expect(await valueAt(old)).toBeGreaterThan(1);
  await db.run(sql`update rollup_hour set avg = array[99.5, 1] where ${one}`);
  expect(await valueAt(old)).toBe(99.5);
  await db.run(sql`delete from rollup_hour where ${one}`);
  expect(await valueAt(old)).toBeNaN();
  await db.run(sql`
    insert into rollup_hour (ts, site_id, set_id, avg, origins)
    values (${old}, 1, factor_set_of(${FACTORS}::smallint[]), array[98.5, 1], 'nn')
        on conflict (site_id, ts) do update set avg = excluded.avg`);
  expect(await valueAt(old)).toBe(98.5);
});

test('means are those of the database', async () => {
  const rows = await db.rows<{ mean: number }>(sql`
    select avg(avg[1]) filter (where valid[1] >= 45) as mean from rollup_hour
     where ts >= ${from} and ts < ${to} group by site_id order by site_id`);
  const means = await store.means({ ...question, fid: 3 });
  expect(means).toHaveLength(SITES.length);
  for (const [place, mean] of means.entries()) expect(mean).toBeCloseTo(rows[place]?.mean ?? Number.NaN, 9);
});

test('a copy of hours that changed while they were read is not used', async () => {
  await db.run(sql`update rollup_hour set avg = array[5, 5] where site_id = 1 and ts = ${old}`);
  const block = { site_id: 1, fid: 3, block: blocks.first + 1, hours: new Uint8Array() };
  await keepBlocks(db, [block], {});
  const read = () => readBlocks(db, { ...question, site_ids: [1], fids: [3] }, blocks);
  expect(await read()).toEqual([]);
  await keepBlocks(db, [block], { [`1 ${block.block}`]: 1 });
  expect(await read()).toMatchObject([{ block: block.block }]);
});

test('hours that come on time touch no copy', async () => {
  await db.run(sql`
    update rollup_hour set avg = array[4, 4] where ts > now() - interval '20 hours' and site_id = 2`);
  expect(await db.rows(sql`select from hour_block_touch`)).toEqual([]);
});

test('a block without any value takes no space', () => {
  expect(takeHours(new Float32Array(600).fill(Number.NaN), 0)).toHaveLength(0);
  expect(takeHours(new Float32Array(1200).fill(1), 600)).toHaveLength(2400);
});
