import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { testDatabase } from '#test/helpers/database.ts';
import {
  PackedReader,
  packedRecords,
  packing,
  Records,
  sentInteger,
  sentReal,
  sentTime,
  sizes,
  unpackColumn,
} from './packed.ts';

let db: Db;
beforeAll(async () => {
  db = await testDatabase();
});

async function readerOf(values: Sql, ...names: Sql[]): Promise<PackedReader> {
  const row = await db.one<{ packed: string | null }>(sql`
    select ${packing(sql`place`).arrays(names)} as packed from (values ${values}) as v (place, a, b)`);
  return new PackedReader(row?.packed);
}

test('the arrays of rows that have one come in the order asked for, with their nulls', async () => {
  const values = sql`(2, null::real[], null::smallint[]), (3, null, '{-7,3600}'), (1, '{1.5,null,-0.1}', '{1,2,3}')`;
  const reader = await readerOf(values, sql`a`, sql`b`);
  expect([reader.next(), reader.next()]).toEqual([
    [1.5, null, -0.1],
    [1, 2, 3],
  ]);
  expect([reader.next(), reader.next()]).toEqual([undefined, [-7, 3600]]);
  expect(reader.next()).toBeUndefined();
});

test('only what is wanted of an array is taken', async () => {
  const values = sql`(1, '{1,2,3,4}'::real[], null), (2, '{1,null,3,4}', null), (3, '{1e9,0.1}', null)`;
  const reader = await readerOf(values, sql`a::double precision[]`);
  expect([reader.next([0, 3]), reader.next([1, 2]), reader.next([1])]).toEqual([
    [1, 4],
    [null, 3],
    [Math.fround(0.1)],
  ]);
});

test('a column has a number or a time of each row', async () => {
  const { column } = packing(sql`n desc`);
  const row = await db.one<{ numbers: string; times: string }>(sql`
    select ${column(sql`n`)} as numbers, ${column(sql`timestamptz '1999-12-31 23:59:59.5Z' + n * interval '1 day'`)} as times
      from generate_series(1, 3) n`);
  expect(unpackColumn(row?.numbers ?? null)).toEqual([3, 2, 1]);
  expect(new Date(unpackColumn(row?.times ?? null)[2] ?? 0).toISOString()).toBe('2000-01-01T23:59:59.500Z');
});

test('records keep times before and after 2000, negative numbers, and what is not a number', async () => {
  const fields = [sentTime(sql`ts`), sentInteger(sql`n`), sentReal(sql`v`)];
  const row = await db.one<{ packed: string }>(sql`
    select ${packedRecords(fields, sql`n desc`)} as packed
      from (values (timestamptz '1999-12-31 23:59:59.5Z', -7, '-infinity'::real),
                   (timestamptz '2026-11-19 08:00:00.123Z', 2147483647, 'NaN'),
                   (timestamptz '2000-01-01 00:00:00Z', 0, 0.1)) as r (ts, n, v)`);
  const [number, real] = [sizes.time, sizes.time + sizes.integer];
  const records = new Records(row?.packed, real + sizes.real);
  const read = (at: number) => [
    new Date(records.time(at, 0)).toISOString(),
    records.integer(at, number),
    records.real(at, real),
  ];
  expect(records.count).toBe(3);
  expect([read(0), read(1), read(2)]).toEqual([
    ['2026-11-19T08:00:00.123Z', 2147483647, Number.NaN],
    ['2000-01-01T00:00:00.000Z', 0, Math.fround(0.1)],
    ['1999-12-31T23:59:59.500Z', -7, Number.NEGATIVE_INFINITY],
  ]);
});

test('no rows give an empty result', async () => {
  expect(unpackColumn(null)).toEqual([]);
  expect(new PackedReader(null).next()).toBeUndefined();
  expect(new Records(null, sizes.time).count).toBe(0);
});

test('a number is the one that the database would have written', async () => {
  const row = await db.one<{ packed: string; texts: string[] }>(sql`
    select ${packing(sql`n`).column(sql`v`)} as packed, array_agg(v::text order by n) as texts
      from (select n, ((random() - 0.5) * 10 ^ (n % 20 - 12))::real as v from generate_series(1, 5000) n) r`);
  expect(unpackColumn(row?.packed ?? null)).toEqual(row?.texts.map(Number));
});
