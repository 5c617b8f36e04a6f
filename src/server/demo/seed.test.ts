import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { seedDemoNetwork } from './seed.ts';
import { demoSites } from './sites.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const count = async (table = sql`site where demo`) =>
  (await app.db.one<{ n: number }>(sql`select count(*) as n from ${table}`))?.n;

test('the network is there with its factors, protocols and regions', async () => {
  expect(await seedDemoNetwork(app.db)).toBe(true);
  expect(await count()).toBe(demoSites.length);
  const factors = demoSites.reduce((sum, site) => sum + site.factors.length, 0);
  expect(await count(sql`device_factor`)).toBe(factors);
  const incomplete = sql`
    site where demo and (agreement_id is null or product_id is null or project_id is null or latitude is null
                         or area_code not in (select region_code from region)
                         or (site_type = 'water') <> (basin_id is not null))`;
  expect(await count(incomplete)).toBe(0);
});

test('what the stations measure has its alarm standards, of the nation, as long as they stand', async () => {
  await seedDemoNetwork(app.db);
  const rows = await app.db.rows<{ limits: string; measure: string }>(sql`
    select distinct limits, measure from alarm_rule order by 1, 2`);
  expect(rows).toEqual(
    expect.arrayContaining([
      { limits: 'grade_2', measure: 'o3_8h' },
      { limits: 'grade_2', measure: 'value' },
      { limits: 'target', measure: 'value' },
      { limits: 'target', measure: 'water_class' },
    ]),
  );
  expect(await count(sql`alarm_rule_version where made_at > now() - interval '400 days'`)).toBe(0);
});

test('device passwords are checked, but of two sites that nobody has given one', async () => {
  await seedDemoNetwork(app.db);
  const admin = await app.login('admin');
  const { data_info } = await admin.send(sites.list, { pw_checked: false, page_size: 100 });
  expect(data_info.map(({ site_type, has_secret }) => ({ site_type, has_secret }))).toEqual(
    expect.arrayContaining([
      { site_type: 'water', has_secret: false },
      { site_type: 'mobile', has_secret: false },
    ]),
  );
  expect(data_info).toHaveLength(2);
});

test('those who do not see everything see what they look after', async () => {
  await seedDemoNetwork(app.db);
  const rows = await app.db.rows<{ account: string; provinces: string[] }>(sql`
    select account, array_agg(distinct province_code order by province_code) as provinces
      from visible_site join user_account using (user_id) join site using (site_id) where demo group by account
     order by account`);
  expect(rows).toEqual([
    { account: 'learner', provinces: ['110000'] },
    { account: 'operator', provinces: ['320000', '370000'] },
  ]);
});

test('a later start changes nothing, and brings nothing back that was deleted or renamed', async () => {
  await seedDemoNetwork(app.db);
  const [gone, renamed] = demoSites;
  await app.db.run(sql`delete from site where mn = ${gone?.mn}`);
  await app.db.run(sql`update site set site_name = '改名站' where mn = ${renamed?.mn}`);
  expect(await seedDemoNetwork(app.db)).toBe(true);
  expect(await count()).toBe(demoSites.length - 1);
  expect(await count(sql`site where site_name = '改名站'`)).toBe(1);
});

test('a production instance has no demo network', async () => {
  await app.db.tx({}, async (db) => {
    await db.run(sql`update instance set demo = false, demo_seeded_at = null`);
    await db.run(sql`delete from site`);
  });
  expect(await seedDemoNetwork(app.db)).toBe(false);
  expect(await count()).toBe(0);
});
