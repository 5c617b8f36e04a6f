import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { startRollingUp } from './rollup.ts';

const log = pino({ level: 'silent' });
const ts = new Date('2026-11-14T16:00:00Z');
const now = () => new Date('2026-11-15T16:00:00Z');

let db: Pool;
beforeAll(async () => {
  db = await testDatabase();
});

test('what is stored while the server runs is summed up to its month without anybody asking', async () => {
  const store = postgresStore(db);
  const rolling = startRollingUp(store, log, now);
  await store.append({
    readings: [{ site_id: 1, data_type: 'hour', ts, fids: [1], avg: [5], origin: 'l' }],
    packets: [],
  });
  rolling.poke();
  const month = () => store.buckets({ level: 'month', site_ids: [1], from: new Date(0), to: now() });
  await expect.poll(month, { timeout: 30_000 }).toMatchObject([{ fids: [1], origins: ['y'] }]);
  await rolling.stop();
});

test('a failing step is tried again, and stopping waits for the one under way', async () => {
  const steps: string[] = [];
  const rolling = startRollingUp(
    {
      rollUp: async () => {
        steps.push('begun');
        await new Promise(setImmediate);
        steps.push('done');
        if (steps.length === 2) throw new Error('the database is away');
        return 0;
      },
    },
    log,
  );
  await expect.poll(() => steps.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  await expect
    .poll(() => {
      rolling.poke();
      return steps.length;
    })
    .toBeGreaterThanOrEqual(4);
  await rolling.stop();
  const [last] = steps.slice(-1);
  expect(last).toBe('done');
});
