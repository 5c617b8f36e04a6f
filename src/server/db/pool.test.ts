import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { isConnectionError } from './errors.ts';
import { openPool, type Pool } from './pool.ts';
import { prepared, type Sql, sql } from './sql.ts';

const broken: Error[] = [];
let pool: Pool;
let other: Pool;

beforeAll(async () => {
  pool = openPool(inject('adminUrl'), (error) => broken.push(error));
  other = openPool(inject('adminUrl'), () => {});
  await pool.run(sql`drop table if exists pool_test`);
  await pool.run(sql`create table pool_test (n integer primary key)`);
});
beforeEach(() => pool.run(sql`truncate pool_test`));
afterAll(async () => {
  await pool.run(sql`drop table pool_test`);
  await pool.end();
  await other.end();
});

const count = async () => (await pool.one<{ n: number }>(sql`select count(*) as n from pool_test`))?.n;
const insert = (n: number): Sql => sql`insert into pool_test values (${n})`;
const pidOf = async (db: Pick<Pool, 'one'>) =>
  (await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid ?? 0;
const kill = (pid: number) => other.run(sql`select pg_terminate_backend(${pid}, 5000)`);

/** More queries than connections: all of them finish only if every connection was returned. */
const askAll = () =>
  Promise.all(Array.from({ length: 40 }, (_, n) => pool.one<{ n: number }>(sql`select ${n}::int as n`)));

async function* streamed(total: number, batch?: number) {
  for await (const rows of pool.stream<{ n: number }>(
    sql`select n from generate_series(1, ${total}) as n`,
    batch,
  ))
    yield rows;
}

test('a row has the shape of the contract: counts are numbers, times are ISO texts', async () => {
  const row = await pool.one(sql`
    select 9007199254740991::bigint as big, 1.50::numeric as exact, '2026-11-15 10:00+08'::timestamptz as at,
           '2026-11-15'::date as day, null::timestamptz as never, array[1, 2]::int[] as list, '{"a":1}'::jsonb as doc`);
  expect(row).toEqual({
    big: Number.MAX_SAFE_INTEGER,
    exact: 1.5,
    at: '2026-11-15T02:00:00.000Z',
    day: '2026-11-15',
    never: null,
    list: [1, 2],
    doc: { a: 1 },
  });
});

test('a prepared statement is read once by a connection and asked with other values', async () => {
  await pool.tx({}, async (db) => {
    const next = (n: number) => db.one(prepared(sql`select ${n}::int + 1 as next`));
    expect([await next(1), await next(2)]).toEqual([{ next: 2 }, { next: 3 }]);
    const known = sql`select statement from pg_prepared_statements where statement like '%::int + 1 as next'`;
    expect(await db.rows(known)).toEqual([{ statement: 'select $1::int + 1 as next' }]);
  });
});

test('a streamed row has the same shape', async () => {
  for await (const rows of pool.stream(
    sql`select 1::bigint as big, '2026-11-15 10:00+08'::timestamptz as at`,
  ))
    expect(rows).toEqual([{ big: 1, at: '2026-11-15T02:00:00.000Z' }]);
});

test('one row of none is undefined, and a statement tells how many rows it touched', async () => {
  expect(await pool.one(sql`select 1 where false`)).toBeUndefined();
  expect(await pool.run(sql`insert into pool_test select generate_series(1, 7)`)).toBe(7);
  expect(await pool.run(sql`delete from pool_test where n > 4`)).toBe(3);
});

test('a big result comes in batches, complete and in order', async () => {
  let next = 1;
  let batches = 0;
  for await (const rows of streamed(25_000)) {
    batches += 1;
    expect(rows.length).toBeLessThanOrEqual(1000);
    expect(rows.every(({ n }) => n === next++)).toBe(true);
  }
  expect(next).toBe(25_001);
  expect(batches).toBe(25);
});

test('a stream of nothing ends at once', async () => {
  for await (const rows of streamed(0)) expect(rows).toBe('nothing');
});

test('whoever leaves a stream early gives the connection back', async () => {
  for (let i = 0; i < 30; i++) {
    for await (const rows of streamed(5000, 10)) {
      expect(rows).toHaveLength(10);
      break;
    }
  }
  expect(await askAll()).toHaveLength(40);
});

test('whoever throws inside a stream gives the connection back', async () => {
  const stumble = async () => {
    for await (const _rows of streamed(5000, 10)) throw new Error('stumbled');
  };
  for (let i = 0; i < 25; i++) await expect(stumble()).rejects.toThrow('stumbled');
  expect(await askAll()).toHaveLength(40);
});

test('a stream whose query fails tells why and gives the connection back', async () => {
  const fail = async (query: Sql) => {
    for await (const rows of pool.stream(query, 10)) expect(rows.length).toBeGreaterThan(0);
  };
  for (let i = 0; i < 25; i++) {
    await expect(fail(sql`select 1 / (100 - n) from generate_series(1, 200) as n`)).rejects.toMatchObject({
      code: '22012',
    });
    await expect(fail(sql`select * from not_there`)).rejects.toMatchObject({ code: '42P01' });
  }
  expect(await askAll()).toHaveLength(40);
});

test('a transaction that throws leaves nothing behind', async () => {
  const attempt = pool.tx({}, async (db) => {
    await db.run(insert(1));
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect(await count()).toBe(0);
});

test('a transaction whose statement fails leaves nothing behind', async () => {
  const attempt = pool.tx({}, async (db) => {
    await db.run(insert(1));
    await db.run(insert(1));
  });
  await expect(attempt).rejects.toMatchObject({ code: '23505' });
  expect(await count()).toBe(0);
});

test('a transaction inside a transaction is the same one', async () => {
  const attempt = pool.tx({}, async (db) => {
    await db.tx({}, (inner) => inner.run(insert(1)));
    throw new Error('outer');
  });
  await expect(attempt).rejects.toThrow('outer');
  expect(await count()).toBe(0);
});

test('the actor of a transaction does not stay on the connection', async () => {
  const actor = sql`select current_setting('lanjing.actor', true) as actor`;
  await pool.tx({ account: "o'brien" }, async (db) => {
    expect(await db.one(actor)).toEqual({ actor: '{"account":"o\'brien"}' });
  });
  const after = await Promise.all(
    Array.from({ length: 20 }, () => pool.one<{ actor: string | null }>(actor)),
  );
  expect(after.every((row) => !row?.actor)).toBe(true);
});

test('an idle connection that the server ends is reported and replaced', async () => {
  const pid = await pidOf(pool);
  await kill(pid);
  await expect.poll(() => broken.length).toBeGreaterThan(0);
  expect(await pidOf(pool)).not.toBe(pid);
});

test('a session that began read-only is not kept: it would stay so after the database no longer is', async () => {
  const readOnly = new URL(inject('adminUrl'));
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const born = openPool(readOnly.href, () => {});
  expect(await pidOf(pool)).toBe(await pidOf(pool));
  expect(await pidOf(born)).not.toBe(await pidOf(born));
  await born.end();
});

test('a connection that the server ends in the middle of a transaction fails that transaction only', async () => {
  const attempt = pool.tx({}, async (db) => {
    await db.run(insert(1));
    await kill(await pidOf(db));
    // It takes a moment until the client notices.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await db.run(insert(2));
  });
  const failure = await attempt.catch((error: unknown) => error);
  expect(isConnectionError(failure)).toBe(true);
  expect(await count()).toBe(0);
  expect(await askAll()).toHaveLength(40);
});

test('a connection that the server ends in the middle of a query fails that query only', async () => {
  const slow = pool.one(sql`select pg_sleep(30), pg_backend_pid()`);
  const running = sql`select pid from pg_stat_activity where query like 'select pg_sleep(30)%' and state = 'active'`;
  await expect.poll(() => other.one(running)).toBeDefined();
  const victim = await other.one<{ pid: number }>(running);
  await Promise.all([expect(slow).rejects.toSatisfy(isConnectionError), kill(victim?.pid ?? 0)]);
  expect(await askAll()).toHaveLength(40);
});

test('a connection that the server ends in the middle of a stream fails that stream only', async () => {
  for (let i = 0; i < 3; i++) {
    const read = async () => {
      for await (const rows of pool.stream<{ pid: number }>(
        sql`select pg_backend_pid() as pid from generate_series(1, 1000000)`,
        10,
      ))
        await kill(rows[0]?.pid ?? 0);
    };
    await expect(read()).rejects.toSatisfy(isConnectionError);
  }
  expect(await askAll()).toHaveLength(40);
});

test('leaving a stream whose connection broke does not hang', async () => {
  for await (const rows of pool.stream<{ pid: number }>(
    sql`select pg_backend_pid() as pid from generate_series(1, 1000000)`,
    10,
  )) {
    await kill(rows[0]?.pid ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    break;
  }
  expect(await askAll()).toHaveLength(40);
});

test('a pool that nobody answers says so in time, as a connection error', async () => {
  const away = openPool('postgres://lanjing@127.0.0.1:1/none', () => {});
  await expect(away.one(sql`select 1`)).rejects.toSatisfy(isConnectionError);
  await away.end();
});
