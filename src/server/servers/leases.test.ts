import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { Leases } from './leases.ts';

const quick = { leaseMs: 6000, renewMs: 200, lookMs: 100, spareMs: 5000 };
let db: Pool;
let all: Leases[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => db.run(sql`delete from lease`));
afterEach(async () => {
  await Promise.all(all.map((leases) => leases.stop()));
  all = [];
});

/** A server that records when its duty starts and stops. */
function server(of: Pool = db, isAlone = () => false) {
  const done: string[] = [];
  const leases = new Leases(of, randomUUID(), pino({ level: 'silent' }), isAlone, quick);
  leases.want('sums', () => {
    done.push('begun');
    return {
      stop: async () => {
        done.push('ended');
      },
    };
  });
  all.push(leases);
  return { leases, done };
}

test('a duty is done by one of two servers, and by the other at once when the first stops', async () => {
  const [first, second] = [server(), server()];
  await first.leases.start();
  await second.leases.start();
  expect([first.done, second.done]).toEqual([['begun'], []]);
  await first.leases.stop();
  expect(first.done).toEqual(['begun', 'ended']);
  await expect.poll(() => second.done, { timeout: 20_000 }).toEqual(['begun']);
});

test('the duty of a server that died is taken up when its lease has run out, and not before', async () => {
  const dead = randomUUID();
  await db.run(
    sql`insert into lease (name, holder, until) values ('sums', ${dead}, now() + interval '1 second')`,
  );
  const { leases, done } = server();
  await leases.start();
  expect(done).toEqual([]);
  await expect.poll(() => leases.holds('sums'), { timeout: 20_000 }).toBe(true);
  expect(done).toEqual(['begun']);
});

test('a server that cannot renew its lease stops its duty before another can take it, and starts it again later', async () => {
  let isAway = false;
  const away = (): Pool => ({
    ...db,
    rows: (query) => (isAway ? Promise.reject(new Error('away')) : db.rows(query)),
  });
  const { leases, done } = server(away());
  await leases.start();
  isAway = true;
  await expect.poll(() => done, { timeout: 30_000 }).toEqual(['begun', 'ended']);
  const row = await db.one<{ holds: boolean }>(sql`select until > now() as holds from lease`);
  expect(row?.holds).toBe(true);
  isAway = false;
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['begun', 'ended', 'begun']);
}, 60_000);

test('a lone server keeps its duty while the database is away', async () => {
  let questions = 0;
  const away: Pool = {
    ...db,
    rows: (query) => (++questions === 1 ? db.rows(query) : Promise.reject(new Error('away'))),
  };
  const { leases, done } = server(away, () => true);
  await leases.start();
  // Long after its lease would have expired.
  await expect.poll(() => questions, { timeout: 30_000 }).toBeGreaterThan(12);
  expect(done).toEqual(['begun']);
});

test('a lease is renewed while work under it holds a lock on it', async () => {
  await server().leases.start();
  const until = async () => (await db.one<{ until: string }>(sql`select until::text from lease`))?.until;
  await db.tx({}, async (tx) => {
    await tx.one(sql`select from lease where name = 'sums' for key share`);
    const before = await until();
    await expect.poll(until, { timeout: 20_000 }).not.toBe(before);
  });
});

test('an expired lease is taken over only when nobody works under it any more', async () => {
  const dead = randomUUID();
  await db.run(
    sql`insert into lease (name, holder, until) values ('sums', ${dead}, now() - interval '1 minute')`,
  );
  const { leases, done } = server();
  await db.tx({}, async (tx) => {
    await tx.one(sql`select from lease where name = 'sums' for key share`);
    // Asks once, without waiting for the lock.
    await leases.start();
    expect(done).toEqual([]);
  });
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['begun']);
});
