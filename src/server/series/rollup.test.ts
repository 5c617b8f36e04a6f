import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DataType } from '#protocol/commands.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import type { Reference } from '#test/helpers/reference/store.ts';
import { coverageAt } from './coverage.ts';
import type { BucketRow, ReadingRow, Summed } from './store.ts';

/** Midnight of the network's 1 November, and long after all of it. */
const start = new Date('2026-10-31T16:00:00Z');
const later = new Date('2027-01-01T00:00:00Z');
const plus = (ms: number) => new Date(start.getTime() + ms);

describe.each(engines)('on the %s engine', (_name, open) => {
  let db: Pool;
  let store: Reference;
  let site = 1000;
  beforeAll(async () => {
    db = await testDatabase();
    store = open(db);
  });
  beforeEach(() => {
    site += 1;
  });

  const row = (
    data_type: DataType,
    ts: Date,
    avg: Record<number, number | null>,
    more: Partial<ReadingRow> = {},
  ): ReadingRow => ({
    site_id: site,
    data_type,
    ts,
    fids: Object.keys(avg).map(Number),
    avg: Object.values(avg),
    origin: 'l',
    ...more,
  });

  async function rollUp(now = later): Promise<void> {
    while ((await store.rollUp(now)) > 0);
  }

  async function write(...readings: ReadingRow[]): Promise<void> {
    await store.append({ readings, packets: [] });
    await rollUp();
  }

  const many = (count: number, of: (i: number) => ReadingRow) =>
    Array.from({ length: count }, (_, i) => of(i));

  async function buckets(level: Level): Promise<BucketRow[]> {
    return store.buckets({ level, site_ids: [site], from: new Date(0), to: later });
  }

  /** One factor of the first bucket: value, origin, and the counts that came, are valid and were expected. */
  async function first(level: Level, fid = 1): Promise<string> {
    const [bucket] = await buckets(level);
    const i = bucket?.fids.indexOf(fid) ?? -1;
    if (!bucket || i < 0) return 'nothing';
    const { n, valid, expected } = coverageAt(bucket, i);
    return `${bucket.avg[i]} ${bucket.origins[i]} ${n}/${valid}/${expected}`;
  }

  async function factorOf(averaging: string): Promise<number> {
    const known = await db.one<{ fid: number }>(sql`
    select component_id as fid from component where averaging = ${averaging} order by 1 limit 1`);
    return known?.fid ?? 0;
  }

  describe('an hour', () => {
    const minutes = (count: number, value = 10) =>
      many(count, (i) => row('minute', plus(i * MINUTE_MS), { 1: value }));

    test('is the mean of its minutes, with what came, what counts and what should have come', async () => {
      await write(
        ...many(60, (i) => row('minute', plus(i * MINUTE_MS), { 1: i }, i < 5 ? { flags: ['D'] } : {})),
        row('minute', plus(HOUR_MS), { 1: 1000 }),
      );
      expect(await first('hour')).toBe('32 n 60/55/60');
      expect((await buckets('hour'))[0]).toMatchObject({ ts: start.toISOString(), min: [5], max: [59] });
    });

    test('of a station that sends only real-time values is theirs, at its own interval', async () => {
      await db.run(sql`
      insert into site (site_id, mn, site_name, interval_seconds) overriding system value
      values (${site}, ${`MN${site}`}, ${`site ${site}`}, 30)`);
      await write(...many(100, (i) => row('realtime', plus(i * 30_000), { 1: 2 })));
      expect(await first('hour')).toBe('2 t 100/100/120');
    });

    test('is shown by its best source, factor by factor', async () => {
      await write(
        ...many(60, (i) => row('realtime', plus(i * MINUTE_MS), { 1: 1, 2: 1, 3: 1, 4: 1 })),
        ...many(60, (i) => row('minute', plus(i * MINUTE_MS), { 1: 2, 2: 2, 3: 2 })),
        row('hour', start, { 1: 3, 2: 3 }),
      );
      await write(row('hour', start, { 1: 4 }, { origin: 'm' }));
      const all = () => Promise.all([1, 2, 3, 4].map((fid) => first('hour', fid)));
      expect(await all()).toEqual(['4 m 1/1/1', '3 d 1/1/1', '2 n 60/60/60', '1 t 60/60/60']);
      await write(row('hour', start, { 1: 5, 2: 5 }));
      expect(await all()).toEqual(['4 m 1/1/1', '5 d 1/1/1', '2 n 60/60/60', '1 t 60/60/60']);
    });

    test('keeps the device’s own flagged value, marked and not valid', async () => {
      await write(...minutes(60), row('hour', start, { 1: 7, 2: 8 }, { flags: ['T', ''] }));
      expect(await first('hour')).toBe('7 d 1/0/1');
      expect((await buckets('hour'))[0]?.flags).toEqual(['T', '']);
    });

    test('a value typed in at the station counts once it is reviewed', async () => {
      await write(row('hour', start, { 1: 7 }, { flags: ['S'] }));
      expect(await first('hour')).toBe('7 d 1/0/1');
      await write(row('hour', start, { 1: 7 }, { flags: ['S'], origin: 'r' }));
      expect(await first('hour')).toBe('7 r 1/1/1');
    });

    test('a device that sends the item without a value says nothing against the minutes', async () => {
      await write(row('hour', start, { 1: null }));
      expect(await first('hour')).toBe('null d 1/0/1');
      await write(...minutes(60));
      expect(await first('hour')).toBe('10 n 60/60/60');
    });

    test('follows the logger’s own step', async () => {
      await write(...many(5, (i) => row('minute', plus(i * 10 * MINUTE_MS), { 1: i })));
      expect(await first('hour')).toBe('2 n 5/5/6');
    });

    test('changes with what comes late', async () => {
      await write(...minutes(30, 10));
      expect(await first('hour')).toBe('10 n 30/30/60');
      await write(...many(30, (i) => row('minute', plus((30 + i) * MINUTE_MS), { 1: 20 }, { origin: 's' })));
      expect(await first('hour')).toBe('15 n 60/60/60');
    });

    test('averages directions as vectors, keeps the last of places, and adds up amounts', async () => {
      const [direction, place] = [await factorOf('circular'), await factorOf('last')];
      await write(
        ...many(60, (i) => row('minute', plus(i * MINUTE_MS), { [direction]: i % 2 ? 350 : 10 })),
        ...many(60, (i) => row('minute', plus(i * MINUTE_MS), { [place]: i })),
        ...many(60, (i) => row('minute', plus(i * MINUTE_MS), { 999: 1 }, { cou: [2.5] })),
      );
      expect(await first('hour', direction)).toBe('0 n 60/60/60');
      expect(await first('hour', place)).toBe('59 n 60/60/60');
      const [hour] = await buckets('hour');
      expect(hour?.cou?.[hour.fids.indexOf(999)]).toBe(150);
      expect(hour?.max?.[hour.fids.indexOf(direction)]).toBeNull();
    });

    test('is not summed while it is running', async () => {
      await store.append({ readings: minutes(30), packets: [] });
      await rollUp(plus(59 * MINUTE_MS));
      expect(await buckets('hour')).toEqual([]);
      await rollUp(plus(HOUR_MS));
      expect(await first('hour')).toBe('10 n 30/30/60');
    });

    test('stays when the values it came from have been dropped', async () => {
      await write(...many(60, (i) => row('realtime', plus(i * MINUTE_MS), { 1: 1, 2: 2 })));
      await store.forget('realtime', later, () => undefined);
      await write(row('hour', start, { 2: 5 }, { origin: 'm' }));
      expect(await first('hour', 1)).toBe('1 t 60/60/60');
      expect(await first('hour', 2)).toBe('5 m 1/1/1');
    });
  });

  describe('a day', () => {
    const hours = (count: number, more: Partial<ReadingRow> = {}) =>
      many(count, (i) => row('hour', plus(i * HOUR_MS), { 1: i }, more));

    test('is the mean of its valid hours on the network’s clock', async () => {
      await write(...hours(24), row('hour', plus(24 * HOUR_MS), { 1: 1000 }));
      expect(await first('day')).toBe('11.5 h 24/24/24');
      expect((await buckets('day'))[0]).toMatchObject({ ts: start.toISOString(), min: [0], max: [23] });
      await write(row('hour', start, { 1: 100 }, { flags: ['D'] }));
      expect(await first('day')).toBe('12 h 24/23/24');
    });

    test('leaves out hours with too few minutes', async () => {
      await write(
        ...many(60, (i) => row('minute', plus(i * MINUTE_MS), { 1: 4 })),
        ...many(44, (i) => row('minute', plus(HOUR_MS + i * MINUTE_MS), { 1: 8 })),
      );
      expect(await first('day')).toBe('4 h 2/1/24');
    });

    test('the device’s own day stands in where there are too few hours, and only there', async () => {
      await write(row('day', start, { 1: 50, 2: 60 }));
      expect(await first('day')).toBe('50 d 1/1/1');
      await write(...hours(19));
      expect(await first('day')).toBe('50 d 1/1/1');
      await write(...hours(24));
      expect(await first('day', 1)).toBe('11.5 h 24/24/24');
      expect(await first('day', 2)).toBe('60 d 1/1/1');
    });

    test('a reviewed day stands before its hours', async () => {
      await write(...hours(24), row('day', start, { 1: 9 }, { origin: 'r' }));
      expect(await first('day')).toBe('9 r 1/1/1');
    });
  });

  describe('a month', () => {
    test('is the mean of its valid days', async () => {
      await write(
        ...many(27, (i) => row('day', plus(i * 24 * HOUR_MS), { 1: i }, { cou: [10] })),
        ...many(19, (i) => row('hour', plus((28 * 24 + i) * HOUR_MS), { 1: 1000 })),
        row('day', plus(30 * 24 * HOUR_MS), { 1: 77 }),
      );
      expect(await first('month')).toBe('13 y 28/27/30');
      const [november, december] = await buckets('month');
      expect(november).toMatchObject({ ts: start.toISOString(), cou: [270], min: [0], max: [26] });
      expect(december).toMatchObject({ ts: '2026-11-30T16:00:00.000Z', avg: [77], expected: [31] });
    });

    test('follows a single late minute all the way up', async () => {
      await write(...many(24 * 60 - 1, (i) => row('minute', plus((i + 1) * MINUTE_MS), { 1: 2 })));
      expect(await first('month')).toBe('2 y 1/1/30');
      await write(row('minute', start, { 1: 62 }, { origin: 's' }));
      expect(await first('hour')).toBe('3 n 60/60/60');
      expect(await first('day')).toBe('2.0416667 h 24/24/24');
      expect(await first('month')).toBe('2.0416667 y 1/1/30');
    });
  });

  test('the sums are the same whatever order, company and moment the values come in', async () => {
    const kinds: [type: DataType, step: number, count: number, fids: number[]][] = [
      ['realtime', 10 * MINUTE_MS, 12, [1, 2, 3]],
      ['minute', 10 * MINUTE_MS, 12, [1, 2]],
      ['hour', HOUR_MS, 2, [2]],
      ['day', 24 * HOUR_MS, 1, [1, 2]],
    ];
    const everything = kinds.flatMap(([type, step, count, fids]) =>
      fids.flatMap((fid) =>
        many(count, (i) =>
          row(type, plus(i * step), { [fid]: i * fid + step / MINUTE_MS }, { flags: [i % 5 ? '' : 'D'] }),
        ),
      ),
    );
    await write(...everything);
    const sums = async () =>
      (await Promise.all((['hour', 'day', 'month'] as const).map(buckets)))
        .flat()
        .map(({ site_id: _, ...sum }) => sum);
    const expected = await sums();
    expect(expected).toHaveLength(4);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(everything, { minLength: everything.length }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 12 }),
        async (shuffled, sizes) => {
          site += 1;
          const mine = shuffled.map((one) => ({ ...one, site_id: site }));
          for (const size of sizes) await write(...mine.splice(0, size));
          await write(...mine);
          expect(await sums()).toEqual(expected);
        },
      ),
      { numRuns: 10 },
    );
  });

  test('buckets are cut down to the factors asked for', async () => {
    await write(
      row('hour', start, { 1: 1, 2: 2, 3: 3 }, { flags: ['', 'D', ''], max: [null, 4, null] }),
      row('hour', plus(HOUR_MS), { 9: 9 }),
    );
    const span = { level: 'hour', site_ids: [site], from: start, to: later } as const;
    expect(await store.buckets({ ...span, fids: [2, 3] })).toEqual([
      {
        site_id: site,
        ts: start.toISOString(),
        fids: [2, 3],
        avg: [2, 3],
        max: [4, null],
        valid: [0, 1],
        origins: ['d', 'd'],
        flags: ['D', ''],
      },
    ]);
  });

  test('what comes out differently is told once it is stored, and nothing where all is as before', async () => {
    const told: string[] = [];
    const tell = async () => {
      told.length = 0;
      const heard = ({ level, buckets: changed }: Summed) => {
        for (const { site_id, bucket } of changed)
          if (site_id === site) told.push(`${level} ${bucket.toISOString()}`);
      };
      while ((await store.rollUp(later, heard)) > 0);
      return told;
    };
    const month = new Date('2026-10-31T16:00:00Z').toISOString();
    const all = [`hour ${plus(HOUR_MS).toISOString()}`, `day ${start.toISOString()}`, `month ${month}`];
    await store.append({ readings: [row('hour', plus(HOUR_MS), { 1: 10 })], packets: [] });
    expect(await tell()).toEqual(all);
    await store.append({ readings: [row('hour', plus(HOUR_MS), { 1: 10 })], packets: [] });
    expect(await tell()).toEqual([]);
    await store.append({ readings: [row('hour', plus(HOUR_MS), { 1: 12 }, { origin: 's' })], packets: [] });
    // One hour makes no valid day, so that the month is as it was.
    expect(await tell()).toEqual(all.slice(0, 2));
  });
});
