import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { home } from '#shared/contract/home/home.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { waterClasses } from '#shared/contract/site-config/water-class.ts';
import { formatTime } from '#shared/domain/time.ts';
import { usualChoice } from '#shared/domain/water-section.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

/** A river whose ammonia is worse than its phosphorus in the last hour. */
async function river(): Promise<{ site_id: number; ts: Date }> {
  const site = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id, site_type, water_quality_type, interval_seconds)
    values ('CHOSEN', 'CHOSEN', (select min(agreement_id) from agreement), 'water', 'river', 3600) returning site_id`);
  const factors = await app.db.rows<{ fid: number; key: string }>(sql`
    select component_id as fid, component_key as key from component
     where component_key in ('nh3n', 'tp') order by component_id`);
  const site_id = site?.site_id ?? 0;
  const ts = new Date(app.clock.now.getTime() - 3_600_000);
  const avg = factors.map(({ key }) => (key === 'nh3n' ? 1.2 : 0.15));
  await app.app.series.append({
    readings: [{ site_id, ts, data_type: 'hour', origin: 'l', fids: factors.map(({ fid }) => fid), avg }],
    packets: [],
  });
  await app.rollUp();
  return { site_id, ts };
}

test('the usual items make the class until others are chosen, and then everywhere', async () => {
  const { site_id, ts } = await river();
  const classes = async () => {
    const date = formatTime(ts, 'yyyy-MM-dd');
    const report = await admin.send(reports.day, { site_ids: [site_id], date });
    const question = { site_id, kind: 'day' as const, date, ts: ts.toISOString() };
    const why = await admin.send(reports.classWhy, question);
    const film = await admin.send(home.replay, { to: app.clock.now.toISOString(), hours: 1 });
    return [
      report.sites[0]?.lines.find((line) => line.ts === ts.toISOString())?.water_class,
      why.class,
      why.items.find(({ item }) => item === 'nh3n')?.role,
      Buffer.from(film.levels, 'base64')[film.site_ids.indexOf(site_id)],
    ];
  };
  const usual = await admin.send(waterClasses.data, {});
  expect([usual.river_items, usual.lake_apart]).toEqual([usualChoice.river.items, usualChoice.lake.apart]);
  expect(await classes()).toEqual([4, 4, 'counts', 4]);

  const river_items = usual.river_items.filter((item) => item !== 'nh3n');
  await admin.send(waterClasses.set, { ...usual, river_items, river_apart: ['nh3n'] });
  expect(await classes()).toEqual([3, 3, 'apart', 3]);
  const { water } = await admin.send(home.newest, {});
  expect(water.river).toEqual({ items: river_items, apart: ['nh3n'] });
  expect(water.lake).toEqual(usualChoice.lake);
});

test('whoever saves after another is told, and an item cannot be both', async () => {
  const read = await admin.send(waterClasses.data, {});
  await admin.send(waterClasses.set, { ...read, river_apart: [] });
  await expect(admin.send(waterClasses.set, { ...read, lake_apart: [] })).rejects.toMatchObject({
    fault: 'update_failed',
    envelope: { detail: 'changed_meanwhile' },
  });
  const { version } = await admin.send(waterClasses.data, {});
  const wrong = [{ lake_apart: ['ph'] }, { lake_items: [] }, { river_items: ['tp_lake'] }];
  for (const change of wrong) {
    const { envelope } = await admin.raw(waterClasses.set.path, { ...read, version, ...change });
    expect(envelope).toMatchObject({
      code: 400,
      fields: [{ field: expect.stringContaining(String(Object.keys(change)[0])) }],
    });
  }
});
