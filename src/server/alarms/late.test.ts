import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { seedSites } from '#server/features/site-config/seed.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import type { Reference } from '#test/helpers/reference/store.ts';
import { Evaluator } from './evaluate.ts';
import { retire } from './retire.ts';
import { readSetup } from './setup.ts';

describe.each(engines)('on the %s engine', (_name, open) => {
  let db: Pool;
  let series: Reference;
  let pm25 = 0;
  let site_id = 0;
  let now = new Date();
  let evaluator: Evaluator;
  const app = () => ({ pool: db, series, now: () => now, log: pino({ level: 'silent' }) });

  beforeAll(async () => {
    db = await testDatabase();
    await seedSites(db);
    series = open(db);
    const found = await db.one<{ id: number }>(
      sql`select component_id as id from component where component_key = 'pm25'`,
    );
    pm25 = found?.id ?? 0;
  });

  let sites = 0;
  const addSite = async () => {
    const site = await db.one<{ site_id: number }>(
      sql`insert into site (mn, site_name) values (${`L${++sites}`}, ${`L${sites}`}) returning site_id`,
    );
    return site?.site_id ?? 0;
  };
  beforeEach(async () => {
    now = new Date('2026-11-15T12:00:00Z');
    await db.run(sql`delete from alarm_rule`);
    await db.run(sql`delete from alarm_rule_version`);
    site_id = await addSite();
    evaluator = new Evaluator(app(), await readSetup(db));
  });

  const addRule = async (more: Record<string, number | string> = {}, made = '2026-01-01') => {
    const { data_type = 'hour', high_warning = 75, raise_after = 1, clear_after = 1 } = more;
    const rule = await db.one<{ rule_id: number }>(sql`
      insert into alarm_rule (scope, site_id, component_id, data_type, high_warning, raise_after, clear_after)
      values ('site', ${site_id}, ${pm25}, ${data_type}, ${high_warning}, ${raise_after}, ${clear_after})
      returning rule_id`);
    await inForce(rule?.rule_id ?? 0, made);
    return rule?.rule_id ?? 0;
  };
  /** Sets when the versions of a rule came into force, in the time of the test clock. */
  const inForce = async (rule_id: number, ...times: string[]) => {
    for (const [i, time] of times.entries())
      await db.run(sql`
        update alarm_rule_version set made_at = ${time}, ended_at = ${times[i + 1] ?? null}
         where rule_id = ${rule_id} and version = ${i + 1}`);
    await setUp();
  };
  const setUp = async () => evaluator.use(await readSetup(db));

  const hour = (n: number, value: number | null, origin: ReadingRow['origin'] = 'l'): ReadingRow => ({
    ...{
      site_id,
      data_type: 'hour',
      ts: new Date(Date.UTC(2026, 10, 15, n)),
      fids: [pm25],
      avg: [value],
      origin,
    },
  });
  const minute = (n: number, value: number): ReadingRow => ({
    ...{
      site_id,
      data_type: 'minute',
      ts: new Date(Date.UTC(2026, 10, 15, 11, n)),
      fids: [pm25],
      avg: [value],
    },
    origin: 'l',
  });
  const store = async (...readings: ReadingRow[]) => {
    await series.append({ readings, packets: [] });
    while ((await series.rollUp(now)) > 0);
  };
  const judge = async (one = evaluator) => {
    while ((await one.step()) > 0);
  };
  const send = async (...readings: ReadingRow[]) => {
    await store(...readings);
    await judge();
  };
  const episodes = async () =>
    (
      await db.rows<{ from: string; to: string | null; why: string | null; n: number }>(sql`
        select to_char(from_at at time zone 'UTC', 'HH24:MI') as "from",
               to_char(ended_at at time zone 'UTC', 'HH24:MI') as "to", end_reason as why, values_count as n
          from alarm where site_id = ${site_id} and kind = 'over_standard' order by from_at, alarm_id`)
    ).map(({ from, to, why, n }) => `${from}-${to ?? ''} ${why ?? 'open'} ${n}`);
  const told = async () =>
    (
      await db.rows<{ did: string }>(sql`
        select did from alarm_step join alarm using (alarm_id)
         where site_id = ${site_id} and kind = 'over_standard' and tell order by step_id`)
    ).map(({ did }) => did);

  test('late and fresh values of one round are one episode', async () => {
    await addRule();
    await send(hour(6, 60), hour(8, 60));
    now = new Date('2026-11-15T12:01:00Z');
    await send(hour(7, 80, 's'), hour(8, 81, 'r'), hour(9, 82));
    expect(await episodes()).toEqual(['07:00- open 3']);
    await send(hour(7, 60, 'r'), hour(8, 85, 'r'), hour(10, 60));
    expect(await episodes()).toEqual(['08:00-10:00 recovered 2']);
    await judge(new Evaluator(app(), await readSetup(db)));
    expect(await episodes()).toEqual(['08:00-10:00 recovered 2']);
  });

  test('what only late values show is told by the next fresh one that says the same, and by no other', async () => {
    await addRule({ raise_after: 2, clear_after: 3 });
    await send(hour(8, 60), hour(10, 80));
    await send(hour(9, 80, 's'));
    expect([await episodes(), await told()]).toEqual([['09:00- open 2'], []]);
    now = new Date('2026-11-15T13:00:00Z');
    await send(hour(11, 60));
    expect(await told()).toEqual([]);
    now = new Date('2026-11-15T14:00:00Z');
    await send(hour(12, 90));
    expect([await episodes(), await told()]).toEqual([['09:00- open 4'], ['raised']]);
  });

  test('what people were told of stays told when late values move it', async () => {
    await addRule();
    await send(hour(9, 60), hour(11, 80));
    expect(await told()).toEqual(['raised']);
    await db.run(sql`update alarm_step set tell = null`);
    await send(hour(10, 85, 's'));
    now = new Date('2026-11-15T13:00:00Z');
    await send(hour(12, 90));
    expect([await episodes(), await told()]).toEqual([['10:00- open 3'], []]);
  });

  test('a run that is longer than a few hours is judged whole', async () => {
    await addRule({ raise_after: 70 });
    const values = Array.from({ length: 75 }, (_, i) => hour(i - 70, 80));
    await send(...values.filter((_, i) => i !== 60));
    expect(await episodes()).toEqual(['02:00- open 74']);
    await send(hour(-10, 60, 's'));
    expect(await episodes()).toEqual(['02:00-00:00 corrected 74']);
  });

  describe('a late value of three weeks ago', () => {
    const day = (days: number, hours = 0) => (days - 20) * 24 + hours;
    const told: Date[] = [];
    const watched = () => {
      const buckets: Reference['buckets'] = (query) => {
        told.push(query.to);
        return series.buckets(query);
      };
      return Object.assign(Object.create(series) as Reference, { buckets });
    };
    /** Twenty calm days of hourly values, except those in `others`. */
    const judgedBefore = async (others: Record<number, number>) => {
      await addRule();
      evaluator = new Evaluator({ ...app(), series: watched() }, await readSetup(db));
      await send(
        ...Array.from({ length: 20 * 24 }, (_, i) => hour(day(0, i), others[day(0, i)] ?? 40 + (i % 7))),
      );
      told.length = 0;
    };
    const lastRead = () => Math.max(...told.map((to) => to.getTime()));

    test('is judged up to where everything is as it was, and what follows stays as it is', async () => {
      await judgedBefore({ [day(1)]: 80, [day(10)]: 90, [-2]: 95, [-1]: 96 });
      expect(await episodes()).toEqual([
        '00:00-01:00 recovered 1',
        '00:00-01:00 recovered 1',
        '22:00- open 2',
      ]);
      await send(hour(day(2, 5), 85, 's'));
      expect(await episodes()).toEqual([
        '00:00-01:00 recovered 1',
        '05:00-06:00 recovered 1',
        '00:00-01:00 recovered 1',
        '22:00- open 2',
      ]);
      expect(lastRead()).toBeLessThan(hour(day(4), 0).ts.getTime());
      now = new Date('2026-11-15T12:01:00Z');
      await send(hour(0, 97));
      expect((await episodes()).at(-1)).toBe('22:00- open 3');
    });

    test('is followed as far as what it changes goes on', async () => {
      const long = Array.from({ length: 10 * 24 }, (_, i) => [day(3, i), 90]);
      await judgedBefore(Object.fromEntries(long));
      await send(hour(day(2, 23), 91, 's'));
      expect(await episodes()).toEqual(['23:00-00:00 recovered 241']);
      expect(lastRead()).toBeGreaterThanOrEqual(hour(day(13), 0).ts.getTime());
      told.length = 0;
      await send(hour(day(3, 5), 40, 'r'));
      expect(await episodes()).toEqual(['23:00-05:00 recovered 6', '06:00-00:00 recovered 234']);
      expect(lastRead()).toBeGreaterThanOrEqual(hour(day(13), 0).ts.getTime());
    });

    test('is judged to the end where nobody remembers what was', async () => {
      await judgedBefore({ [day(10)]: 90 });
      evaluator = new Evaluator({ ...app(), series: watched() }, await readSetup(db));
      await send(hour(day(2, 5), 85, 's'));
      expect(await episodes()).toEqual(['05:00-06:00 recovered 1', '00:00-01:00 recovered 1']);
      expect(lastRead()).toBeGreaterThan(hour(-2, 0).ts.getTime());
      told.length = 0;
      await send(hour(day(4, 5), 85, 's'));
      expect(lastRead()).toBeLessThan(hour(day(6), 0).ts.getTime());
    });
  });

  describe('a limit that was changed in the middle', () => {
    test('leaves what was raised before it, whatever comes late', async () => {
      const rule_id = await addRule();
      await send(hour(2, 60), hour(4, 80), hour(5, 60));
      await db.run(sql`update alarm_rule set high_warning = 100 where rule_id = ${rule_id}`);
      await inForce(rule_id, '2026-01-01', '2026-11-15T08:30:00Z');
      await send(hour(9, 90), hour(10, 110));
      expect(await episodes()).toEqual(['04:00-05:00 recovered 1', '10:00- open 1']);
      await send(hour(3, 78, 's'));
      expect(await episodes()).toEqual(['03:00-05:00 recovered 2', '10:00- open 1']);
    });

    test('judges late values of before by what was in force', async () => {
      const rule_id = await addRule({ high_warning: 100 });
      await send(hour(2, 60), hour(5, 80));
      await db.run(sql`update alarm_rule set high_warning = 50 where rule_id = ${rule_id}`);
      await inForce(rule_id, '2026-01-01', '2026-11-15T08:30:00Z');
      await send(hour(9, 60));
      await send(hour(3, 80, 's'), hour(4, 110, 's'));
      expect(await episodes()).toEqual(['04:00-05:00 recovered 1', '09:00- open 1']);
    });

    test('ends what is within it with the next value', async () => {
      const rule_id = await addRule();
      await send(hour(8, 80));
      await db.run(sql`update alarm_rule set high_warning = 100 where rule_id = ${rule_id}`);
      await inForce(rule_id, '2026-01-01', '2026-11-15T09:00:00Z');
      await send(hour(9, 80));
      expect(await episodes()).toEqual(['08:00-09:00 recovered 1']);
    });
  });

  describe('a standard that is deleted', () => {
    const remove = async () => {
      await db.run(sql`delete from alarm_rule`);
      await setUp();
      evaluator.forget(await retire(app(), await readSetup(db), async () => undefined));
    };

    test('ends its episode, and made again it begins another one that people are told of', async () => {
      await addRule();
      await send(hour(8, 80));
      await remove();
      expect(await episodes()).toEqual([expect.stringMatching(/^08:00-12:00 rule_ended/)]);
      await db.run(sql`update alarm_step set tell = null`);
      await send(hour(9, 80));
      await addRule({}, '2026-11-15T10:30:00Z');
      await send(hour(10, 80), hour(11, 85));
      expect(await episodes()).toEqual([expect.stringContaining('rule_ended'), '10:00- open 2']);
      expect(await told()).toEqual(['raised']);
    });

    test('leaves its episode as it was, whatever comes late', async () => {
      await addRule();
      await send(hour(7, 80), hour(8, 80));
      const before = [expect.stringMatching(/^07:00-12:00 rule_ended/)];
      await remove();
      await db.run(sql`update alarm_rule_version set ended_at = '2026-11-15T10:00:00Z'`);
      await setUp();
      await send(hour(6, 90, 's'), hour(8, 60, 'r'));
      expect(await episodes()).toEqual(before);
    });
  });

  test('minutes and hours of one factor have episodes of their own', async () => {
    await addRule();
    await addRule({ data_type: 'minute', high_warning: 50 });
    await send(hour(8, 80), minute(50, 60), minute(52, 40));
    await send(minute(51, 60), hour(7, 80, 's'));
    expect(await episodes()).toEqual(['07:00- open 2', '11:50-11:52 recovered 2']);
  });

  test('an import and its undoing correct what minutes said', async () => {
    await addRule({ data_type: 'minute' });
    await send(minute(48, 60), minute(52, 60));
    const news_since = new Date('2026-11-01T00:00:00Z');
    const imported = [minute(49, 90), minute(50, 90)].map((row) => ({ ...row, origin: 'm' as const }));
    await series.appendTraced({ trace_id: site_id, readings: imported, news_since });
    await judge();
    expect([await episodes(), await told()]).toEqual([['11:49-11:52 recovered 2'], []]);
    while (!(await series.takeBack(site_id, 10, news_since)).done);
    await judge();
    expect(await episodes()).toEqual(['11:49-11:52 corrected 2']);
  });

  test('a site that came after the rules were read is judged from its first value', async () => {
    site_id = await addSite();
    await db.run(sql`
      insert into alarm_rule (scope, component_id, data_type, high_warning) values ('network', ${pm25}, 'hour', 75)`);
    await send(hour(10, 80), hour(11, 60));
    expect(await episodes()).toEqual(['10:00-11:00 recovered 1']);
  });

  test('a site that is deleted takes its news and its memory with it, and holds up nobody', async () => {
    await addRule();
    await send(hour(8, 80));
    const gone = site_id;
    await store(hour(9, 90));
    await db.run(sql`delete from site where site_id = ${gone}`);
    site_id = await addSite();
    await addRule();
    await send(hour(8, 80));
    expect(await episodes()).toEqual(['08:00- open 1']);
    expect(await db.rows(sql`select from alarm where site_id = ${gone}`)).toEqual([]);
    expect(await series.news(1)).toEqual([]);
  });

  test('values of long ago in the same batch make nobody judge the whole past', async () => {
    await addRule();
    const old = { ...hour(0, 80), ts: new Date('2026-06-01T00:00:00Z') };
    await send(hour(8, 60));
    await send(old, hour(7, 80, 's'));
    expect(await episodes()).toEqual(['07:00-08:00 recovered 1']);
  });
});
