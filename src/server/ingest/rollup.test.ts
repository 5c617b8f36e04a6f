import pino from 'pino';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
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

afterEach(() => void vi.useRealTimers());

test('values that are stored while the server runs are summed up to their month automatically', async () => {
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

test.each([
  ['while packets queue up they have nine tenths of the time', true, 3],
  ['otherwise the next step follows at once', false, 19],
])('%s', async (_what, isBusy, begun) => {
  vi.useFakeTimers();
  let steps = 0;
  const rollUp = async () => {
    steps++;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return 1;
  };
  const rolling = startRollingUp(
    { rollUp },
    log,
    now,
    () => {},
    () => isBusy,
  );
  await vi.advanceTimersByTimeAsync(2050);
  expect(steps).toBe(begun);
  const stopped = rolling.stop();
  await vi.advanceTimersByTimeAsync(200);
  await stopped;
});
