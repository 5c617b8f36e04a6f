import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import type { Reference } from '#test/helpers/reference/store.ts';
import { NEWS_WINDOW } from './news-reach.ts';
import type { ReadingRow } from './store.ts';

describe.each(engines)('news on the %s engine', (_name, open) => {
  let store: Reference;
  let site_id = 0;
  const NOW = new Date('2026-11-15T12:00:00Z');
  const row = (data_type: ReadingRow['data_type'], time: string, origin: ReadingRow['origin'] = 'l') => ({
    ...{ site_id, data_type, ts: new Date(time), fids: [1], avg: [1], origin },
  });
  const sumAll = async () => {
    while ((await store.rollUp(NOW)) > 0);
  };
  const told = async () => (await store.news(1000)).flatMap(({ rows }) => rows);

  beforeAll(async () => {
    const db = await testDatabase();
    store = open(db);
    const site = await db.one<{ site_id: number }>(
      sql`insert into site (mn, site_name) values ('MN1', '一站') returning site_id`,
    );
    site_id = site?.site_id ?? 0;
  });

  test('are told until they are forgotten: values as they come, hours and days as they are summed', async () => {
    const readings = [
      row('realtime', '2026-11-15T09:10:00.000Z'),
      row('minute', '2026-11-15T09:00:00.000Z', 's'),
      row('hour', '2026-11-15T08:00:00.000Z'),
    ];
    await store.append({ readings, packets: [] });
    const came = [
      { site_id, data_type: 'realtime', ts: '2026-11-15T09:10:00.000Z', resupplied: false },
      { site_id, data_type: 'minute', ts: '2026-11-15T09:00:00.000Z', resupplied: true },
    ];
    expect(await told()).toEqual(came);
    await store.forgetNews((await store.news(1000)).map(({ news_id }) => news_id));
    expect(await told()).toEqual([]);
    await sumAll();
    const summed = await told();
    expect(summed.filter(({ data_type }) => data_type === 'hour').map(({ ts }) => ts)).toEqual(
      expect.arrayContaining(['2026-11-15T08:00:00.000Z', '2026-11-15T09:00:00.000Z']),
    );
    expect(summed.map(({ data_type }) => data_type)).toContain('day');
    await store.forgetNews((await store.news(1000)).map(({ news_id }) => news_id));
  });

  test('are not told of long ago, nor of what was not measured', async () => {
    await store.append({ readings: [row('hour', '2026-08-15T08:00:00.000Z')], packets: [] });
    await store.simulate([row('minute', '2026-11-15T10:00:00.000Z', 'v')], NOW);
    await store.appendTraced({ readings: [row('minute', '2026-08-16T08:00:00.000Z', 'm')], trace_id: 1 });
    await sumAll();
    expect(await told()).toEqual([]);
  });

  test('are told of what a trace brings and takes back, where it asks for that', async () => {
    const [old, recent] = ['2026-10-01T08:00:00.000Z', '2026-11-14T08:00:00.000Z'];
    const news_since = new Date('2026-10-15T00:00:00Z');
    await store.appendTraced({
      readings: [row('minute', old), row('minute', recent)],
      trace_id: 7,
      news_since,
    });
    const came = { site_id, data_type: 'minute', ts: recent, resupplied: true };
    expect(await told()).toEqual([came]);
    await store.forgetNews((await store.news(1000)).map(({ news_id }) => news_id));
    await store.takeBack(7, 10, news_since);
    expect(await told()).toEqual([came]);
    await sumAll();
    await store.forgetNews((await store.news(1000)).map(({ news_id }) => news_id));
  });

  test('are told of real-time values before older minutes, though not before all of them', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 10, minute)).toISOString();
    for (let minute = 0; minute < NEWS_WINDOW; minute++)
      await store.append({ readings: [row('minute', at(minute))], packets: [] });
    await store.append({ readings: [row('realtime', at(30))], packets: [] });
    const next = async (limit: number) => (await store.news(limit)).flatMap(({ rows }) => rows);
    expect((await next(2)).map(({ data_type }) => data_type)).toEqual(['realtime', 'minute']);
    expect((await next(1)).map(({ ts }) => ts)).toEqual([at(0)]);
    await sumAll();
    await store.forgetNews((await store.news(1000)).map(({ news_id }) => news_id));
  });

  test('come in parts, and none is lost between them', async () => {
    const readings = Array.from({ length: 250 }, (_, i) =>
      row('realtime', new Date(Date.UTC(2026, 10, 15, 11, 0, i)).toISOString()),
    );
    await store.append({ readings, packets: [] });
    const seen: string[] = [];
    for (;;) {
      const part = await store.news(1);
      if (part.length === 0) break;
      seen.push(...part.flatMap(({ rows }) => rows.map(({ ts }) => ts)));
      await store.forgetNews(part.map(({ news_id }) => news_id));
    }
    expect(seen).toEqual(readings.map(({ ts }) => ts.toISOString()));
  });
});
