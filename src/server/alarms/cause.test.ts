import { beforeAll, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { seedSites } from '#server/features/site-config/seed.ts';
import type { SeriesStore } from '#server/series/store.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { engines } from '#test/helpers/engines.ts';
import { explainAlarms } from './cause.ts';
import { readSetup } from './setup.ts';

let db: Pool;
let series: SeriesStore;
let fid = 0;
const now = new Date('2026-11-15T12:00:00Z');
const ids: number[] = [];

beforeAll(async () => {
  db = await testDatabase();
  await seedSites(db);
  series = engines[0]?.[1](db) as SeriesStore;
  const component = await db.one<{ id: number }>(
    sql`select component_id as id from component where component_key = 'pm25'`,
  );
  fid = component?.id ?? 0;
  for (const [i, longitude] of [120, 120.05, 120.1, 125].entries()) {
    const site = await db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, longitude, latitude) values (${`C${i}`}, ${`站${i}`}, ${longitude}, 30.5)
      returning site_id`);
    ids.push(site?.site_id ?? 0);
  }
});

async function causeOf(values: readonly number[], hour: number) {
  const ts = new Date(Date.UTC(2026, 10, 15, hour));
  const readings = ids.map((site_id, i) => ({
    ...{
      site_id,
      data_type: 'hour' as const,
      ts,
      fids: [fid],
      avg: [values[i] ?? null],
      origin: 'l' as const,
    },
  }));
  await series.append({ readings, packets: [] });
  while ((await series.rollUp(now)) > 0);
  const alarm = await db.one<{ alarm_id: number }>(sql`
    insert into alarm (site_id, family, kind, component_id, data_type, side, level, from_at, raised_at, opened_at, peak,
                       limit_value, ended_at, end_reason)
    values (${ids[0]}, 'measurement', 'over_standard', ${fid}, 'hour', 'high', 'alarm', ${ts}, ${ts}, ${now},
            ${values[0]}, 75, ${now}, 'recovered') returning alarm_id`);
  await explainAlarms({ pool: db, series, now: () => now }, await readSetup(db));
  return db.one<{ cause: string; near: number }>(sql`
    select cause, jsonb_array_length(cause_figures->'neighbours') as near from alarm
     where alarm_id = ${alarm?.alarm_id ?? 0}`);
}

test('a value that neighbours share is regional, otherwise it is local; distant stations do not count', async () => {
  expect(await causeOf([100, 90, 80, 5], 9)).toEqual({ cause: 'regional', near: 2 });
  expect(await causeOf([100, 20, 30, 90], 10)).toEqual({ cause: 'local', near: 2 });
});

test('a fault of the instrument at that time explains the value', async () => {
  const ts = new Date(Date.UTC(2026, 10, 15, 11));
  await db.run(sql`
    insert into alarm (site_id, family, kind, component_id, level, from_at, raised_at, opened_at)
    values (${ids[0]}, 'instrument', 'flag', ${fid}, 'warning', ${ts}, ${ts}, ${now})`);
  expect(await causeOf([100, 90, 80, 5], 11)).toMatchObject({ cause: 'instrument' });
});
