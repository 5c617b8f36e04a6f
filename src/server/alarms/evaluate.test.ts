import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DataType } from '#protocol/commands.ts';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { seedSites } from '#server/features/site-config/seed.ts';
import type { ReadingRow, SeriesStore } from '#server/series/store.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import { Evaluator } from './evaluate.ts';
import { readSetup } from './setup.ts';

describe.each(engines)('on the %s engine', (_name, open) => {
  let db: Pool;
  let series: SeriesStore;
  let site_id = 0;
  let now = new Date();
  let fid: Record<'pm25' | 'pm10', number>;

  beforeAll(async () => {
    db = await testDatabase();
    await seedSites(db);
    series = open(db);
    const of = async (key: string) =>
      (
        await db.one<{ id: number }>(
          sql`select component_id as id from component where component_key = ${key}`,
        )
      )?.id ?? 0;
    fid = { pm25: await of('pm25'), pm10: await of('pm10') };
  });

  let sites = 0;
  beforeEach(async () => {
    sites += 1;
    now = new Date('2026-11-15T12:00:00Z');
    await db.run(sql`delete from alarm_rule`);
    await db.run(sql`delete from alarm_kind`);
    await db.run(sql`delete from maintenance_window`);
    const site = await db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name) values (${`MN${sites}`}, ${`站${sites}`}) returning site_id`);
    site_id = site?.site_id ?? 0;
  });

  const addRule = async (more: Record<string, number | string | null> = {}) => {
    const rule = {
      data_type: 'hour',
      high_warning: 75,
      high_alarm: 150,
      raise_after: 1,
      clear_after: 1,
      ...more,
    };
    await db.run(sql`
    insert into alarm_rule (scope, site_id, component_id, data_type, high_warning, high_alarm, raise_after, clear_after)
    values ('site', ${site_id}, ${fid.pm25}, ${rule.data_type}, ${rule.high_warning}, ${rule.high_alarm},
            ${rule.raise_after}, ${rule.clear_after})`);
    // In the time of the test clock.
    await db.run(sql`update alarm_rule_version set made_at = '2026-01-01'`);
  };

  const hourAt = (hour: number) => new Date(Date.UTC(2026, 10, 15, hour));
  const minuteAt = (minute: number) => new Date(Date.UTC(2026, 10, 15, 11, minute));

  function row(
    data_type: DataType,
    ts: Date,
    value: number | null,
    more: Partial<ReadingRow> = {},
  ): ReadingRow {
    return { site_id, data_type, ts, fids: [fid.pm25], avg: [value], origin: 'l', ...more };
  }
  async function store(...readings: ReadingRow[]): Promise<void> {
    await series.append({ readings, packets: [] });
    while ((await series.rollUp(now)) > 0);
  }
  /** Evaluates like a server that has just started. */
  async function judge(evaluator?: Evaluator): Promise<Evaluator> {
    const app = { pool: db, series, now: () => now, log: pino({ level: 'silent' }) };
    const one = evaluator ?? new Evaluator(app, await readSetup(db));
    while ((await one.step()) > 0);
    return one;
  }
  const hours = (values: (number | null)[], first = 0) =>
    values.map((value, i) => row('hour', hourAt(first + i), value));

  interface Episode {
    kind: string;
    level: string;
    from: string;
    to: string | null;
    n: number;
    peak: number | null;
    end_reason: string | null;
    late: boolean;
  }
  const episodes = () =>
    db.rows<Episode>(sql`
    select kind, level, to_char(from_at at time zone 'UTC', 'HH24:MI') as "from",
           to_char(ended_at at time zone 'UTC', 'HH24:MI') as "to", values_count as n, peak, end_reason, late
      from alarm where site_id = ${site_id} order by from_at, kind, alarm_id`);
  const steps = async () =>
    (
      await db.rows<{ did: string; tell: boolean | null }>(sql`
      select did, tell from alarm_step join alarm using (alarm_id) where site_id = ${site_id} order by step_id`)
    ).map(({ did, tell }) => `${did}${tell ? ' told' : ''}`);

  describe('hours beyond a limit', () => {
    test('are one episode, with its peak, its values and its end; who reads is told of what is fresh', async () => {
      await addRule();
      await store(...hours([60, 80, 160, 90, 70], 7));
      await judge();
      expect(await episodes()).toMatchObject([
        { kind: 'over_standard', level: 'alarm', from: '08:00', to: '11:00', n: 3, peak: 160, late: false },
      ]);
      expect(await steps()).toEqual(['raised told', 'worsened told', 'recovered told']);
    });

    test('are judged value by value as they come, whoever is at it', async () => {
      await addRule({ raise_after: 2, clear_after: 2 });
      for (const [i, value] of [60, 80, 85, 70, 90, 70, 60].entries()) {
        await store(row('hour', hourAt(5 + i), value));
        await judge();
      }
      expect(await episodes()).toMatchObject([{ from: '06:00', to: '10:00', n: 4, peak: 90 }]);
      expect(await steps()).toEqual(['raised told', 'recovered told']);
    });

    test('say what the value is now as long as the episode is open', async () => {
      await addRule();
      for (const [i, value] of [80, 90, 78].entries()) {
        await store(row('hour', hourAt(8 + i), value));
        await judge();
      }
      const open = await db.one(sql`select peak, last_value from alarm where site_id = ${site_id}`);
      expect(open).toEqual({ peak: 90, last_value: 78 });
    });

    test('are not doubled when their news is told again', async () => {
      await addRule();
      await store(...hours([80, 160, 70], 8));
      const news = await series.news(100);
      await judge();
      const before = [await episodes(), await steps()];
      const again = new Evaluator(
        {
          pool: db,
          series: { ...series, news: async () => news.splice(0), forgetNews: async () => {} },
          now: () => now,
          log: pino({ level: 'silent' }),
        },
        await readSetup(db),
      );
      await again.step();
      expect([await episodes(), await steps()]).toEqual(before);
    });

    test('of long ago are on record, and nobody is told until something fresh says the same', async () => {
      await addRule();
      await store(...hours([80, 90], 1));
      const evaluator = await judge();
      expect(await steps()).toEqual(['raised']);
      await store(row('hour', hourAt(11), 95));
      await judge(evaluator);
      expect(await episodes()).toMatchObject([{ from: '01:00', to: null }]);
      expect(await steps()).toEqual(['raised told']);
    });
  });

  describe('late values', () => {
    test('correct an episode that was, and tell nobody', async () => {
      await addRule();
      await store(...hours([80], 6), ...hours([90], 8), ...hours([60], 9));
      const evaluator = await judge();
      expect(await episodes()).toMatchObject([{ from: '06:00', to: '09:00', n: 2 }]);
      const told = await steps();
      await store(row('hour', hourAt(7), 60, { origin: 's' }));
      await judge(evaluator);
      expect(await episodes()).toMatchObject([
        { from: '06:00', to: '07:00', n: 1, late: false },
        { from: '08:00', to: '09:00', n: 1, late: true },
      ]);
      expect((await steps()).filter((step) => step.includes('told'))).toEqual(
        told.filter((step) => step.includes('told')),
      );
    });

    test('that say that nothing was take an episode back', async () => {
      await addRule();
      await store(...hours([60, 80, 60], 8));
      const evaluator = await judge();
      await store(row('hour', hourAt(9), 70, { origin: 'r' }));
      await judge(evaluator);
      expect(await episodes()).toMatchObject([{ from: '09:00', end_reason: 'corrected' }]);
    });

    test('keep what people did with the episode whose start they move', async () => {
      await addRule();
      await store(...hours([60], 6), ...hours([80, 60], 8));
      const evaluator = await judge();
      await db.run(sql`update alarm set handled_note = 'seen' where site_id = ${site_id}`);
      await store(row('hour', hourAt(7), 80, { origin: 's' }));
      await judge(evaluator);
      const rows = await db.rows(sql`
      select handled_note, values_count from alarm where site_id = ${site_id}`);
      expect(rows).toEqual([{ handled_note: 'seen', values_count: 2 }]);
    });
  });

  test('real-time values are judged as they come; marked ones, simulated ones and maintenance raise nothing', async () => {
    await addRule({ data_type: 'realtime', raise_after: 2 });
    await store(row('realtime', minuteAt(50), 80, { flags: ['C'] }), row('realtime', minuteAt(51), 80));
    const evaluator = await judge();
    await db.run(sql`
    insert into maintenance_window (scope, site_id, starts_at, ends_at)
    values ('site', ${site_id}, ${minuteAt(52)}, ${minuteAt(54)})`);
    evaluator.use(await readSetup(db));
    await store(row('realtime', minuteAt(52), 90), row('realtime', minuteAt(53), 90));
    await judge(evaluator);
    expect(await episodes()).toEqual([]);
    await store(row('realtime', minuteAt(54), 90));
    await judge(evaluator);
    expect(await episodes()).toMatchObject([{ from: '11:51', to: null, n: 2 }]);
  });

  test('an instrument’s alarm shows its last wrong value, not the one that ends it, and no limit', async () => {
    const figures = () =>
      db.rows(sql`select kind, peak, last_value, limit_value from alarm where site_id = ${site_id}`);
    await store(...hours([20, 0, 0, 0], 1));
    const evaluator = await judge();
    expect(await figures()).toEqual([{ kind: 'zero', peak: 0, last_value: 0, limit_value: null }]);
    await store(...hours([0, 30], 5));
    await judge(evaluator);
    expect(await figures()).toEqual([{ kind: 'zero', peak: 0, last_value: 30, limit_value: null }]);
  });

  test('instruments that stand still, say nothing or what cannot be are found in hours', async () => {
    await store(
      ...[20, 20, 20, 20, 20, 0, 0, 0, 30, 31].map((value, i) =>
        row('hour', hourAt(i), value, { fids: [fid.pm25, fid.pm10].sort(), avg: [value, 25] }),
      ),
    );
    await judge();
    const found = await db.rows(sql`
    select kind, component_id = ${fid.pm25} as of_part, ended_at is null as open from alarm
     where site_id = ${site_id} order by kind, 2`);
    expect(found).toEqual([
      { kind: 'constant', of_part: false, open: true },
      { kind: 'constant', of_part: true, open: false },
      { kind: 'pair', of_part: true, open: true },
      { kind: 'zero', of_part: true, open: false },
    ]);
  });

  test('of a backlog each value is judged once: what its own news has not told of yet is left to it', async () => {
    await addRule({ data_type: 'minute' });
    const neighbour = await db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name) values (${`NB${sites}`}, ${`邻站${sites}`}) returning site_id`);
    await judge();
    const asked: string[] = [];
    const watched: Pool = {
      ...db,
      rows: (query) => {
        asked.push(query.text.join());
        return db.rows(query);
      },
    };
    // News of the first minute is read alone, although the second minute is stored already.
    let told = false;
    const slowly: SeriesStore = {
      ...series,
      news: async (limit) => {
        const all = await series.news(limit);
        const first = told ? all : all.slice(0, 1);
        told = true;
        return first;
      },
    };
    await store(
      row('minute', minuteAt(1), 80),
      row('minute', minuteAt(2), 1, { site_id: neighbour?.site_id ?? 0 }),
    );
    await store(row('minute', minuteAt(2), 90), row('minute', minuteAt(3), 1));
    const app = { pool: watched, series: slowly, now: () => now, log: pino({ level: 'silent' }) };
    await judge(new Evaluator(app, await readSetup(db)));
    expect(await episodes()).toMatchObject([{ from: '11:01', to: '11:03', n: 2 }]);
    expect(asked.filter((text) => /join alarm a/.test(text))).toEqual([]);
  });
});
