import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { isValid } from '#shared/domain/validity.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import { coverageAt } from './coverage.ts';
import type { SeriesStore } from './store.ts';

/** Midnight on the network's clock. */
const midnight = new Date('2026-07-31T16:00:00Z');
const later = new Date('2027-01-01T00:00:00Z');

describe.each(engines)('on the %s engine', (_name, open) => {
  let store: SeriesStore;
  let fids: Record<string, number>;
  let site = 2000;
  beforeAll(async () => {
    const db = await testDatabase();
    store = open(db);
    const rows = await db.rows<{ key: string; fid: number }>(sql`
    select component_key as key, component_id as fid from component where component_key in ('o3', 'o3_8h', 'o3_1h')`);
    fids = Object.fromEntries(rows.map(({ key, fid }) => [key, fid]));
  });
  beforeEach(() => {
    site += 1;
  });

  /** Stores the ozone of these hours of the day, by their start, and sums up. */
  async function hours(values: Readonly<Record<number, number>>): Promise<void> {
    const readings = Object.entries(values).map(([hour, value]) => ({
      site_id: site,
      data_type: 'hour' as const,
      ts: new Date(midnight.getTime() + Number(hour) * HOUR_MS),
      fids: [fids.o3 ?? 0],
      avg: [value],
      origin: 'l' as const,
    }));
    await store.append({ readings, packets: [] });
    while ((await store.rollUp(later)) > 0);
  }

  async function held(level: Level, key: string): Promise<string> {
    const [row] = await store.buckets({ level, site_ids: [site], from: new Date(0), to: later });
    const i = row?.fids.indexOf(fids[key] ?? -1) ?? -1;
    if (!row || i < 0) return 'nothing';
    const coverage = coverageAt(row, i);
    return `${row.avg[i]} of ${coverage.valid}/${coverage.expected} ${isValid(level, coverage) ? 'valid' : 'invalid'}`;
  }

  const allDay = (of: (hour: number) => number) =>
    Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [hour, of(hour)]));

  test('a day has the highest hour and the highest 8 hours of its ozone', async () => {
    await hours(allDay((hour) => hour * 10));
    expect(await held('day', 'o3_1h')).toBe('230 of 24/24 valid');
    // Hours 16 … 23.
    expect(await held('day', 'o3_8h')).toBe('195 of 17/17 valid');
    expect(await held('hour', 'o3_8h')).toBe('nothing');
  });

  test('hours that come later change it', async () => {
    await hours(allDay(() => 50));
    await hours({ 12: 130 });
    expect(await held('day', 'o3_8h')).toBe('60 of 17/17 valid');
  });

  test('14 of the 17 windows are enough, and 13 are not', async () => {
    const { 0: _0, 1: _1, 2: _2, 3: _3, 4: _4, ...withoutNight } = allDay(() => 80);
    await hours(withoutNight);
    expect(await held('day', 'o3_8h')).toBe('80 of 14/17 valid');
    site += 1;
    const { 5: _5, ...fewer } = withoutNight;
    await hours(fewer);
    expect(await held('day', 'o3_8h')).toBe('80 of 13/17 invalid');
  });

  test('with fewer windows a day counts when it is over the limit all the same', async () => {
    await hours({ 10: 170, 11: 170, 12: 170, 13: 170, 14: 170, 15: 170 });
    expect(await held('day', 'o3_8h')).toBe('170 of 3/3 valid');
    expect(await held('day', 'o3_1h')).toBe('170 of 6/24 invalid');
  });

  test('a month is the mean of its valid days', async () => {
    await hours(allDay(() => 40));
    expect(await held('month', 'o3_8h')).toBe('40 of 1/31 invalid');
  });
});
