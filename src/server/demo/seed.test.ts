import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { type FilledForm, formProblems, type OrderForm } from '#shared/domain/order-form.ts';
import { type OrderAct, type OrderState, orderStep } from '#shared/domain/order-steps.ts';
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

test('orders of two months are there, each with the steps that led to its state and a form that is filled in', async () => {
  await seedDemoNetwork(app.db);
  const rows = await app.db.rows<{ state: string }>(sql`
    select distinct state from work_order o join site using (site_id) where demo order by state`);
  expect(rows.map(({ state }) => state)).toEqual([
    'accepted',
    'awaiting_check',
    'closed',
    'in_progress',
    'on_hold',
    'pending',
  ]);
  expect(
    await count(sql`work_order where created_at > now() or coalesce(closed_at, done_at, created_at) > now()`),
  ).toBe(0);
  // Each has an English title of valid length.
  expect(
    await app.db.rows(sql`
      select order_title_en from work_order
       where order_title_en !~ '^[[:ascii:]]{10,100}$' or order_title_en like ':%' limit 3`),
  ).toEqual([]);
  const steps = await app.db.rows<{
    state: string;
    steps: { act: OrderAct | 'add'; from_state: OrderState | null; to_state: OrderState }[];
  }>(sql`
    select o.state, (select jsonb_agg(s order by step_id) from order_step s where s.order_id = o.order_id) as steps
      from work_order o`);
  for (const { state, steps: taken } of steps) {
    const end = taken.reduce<OrderState | null>(
      (from, { act, from_state }) =>
        act === 'add' ? 'pending' : from === from_state && from ? orderStep(from, act, true) : null,
      null,
    );
    expect(end).toBe(state);
  }
  const filled = await app.db.rows<OrderForm & FilledForm>(sql`
    select f.fields, f.checklist, f.needs_signature, o.answers, o.checks from work_order o join order_form f using (form_id)
     where done_at is not null`);
  expect(filled.length).toBeGreaterThan(50);
  for (const { answers, checks, ...form } of filled)
    expect(formProblems(form, { answers, checks }, new Set())).toEqual([]);
});

test('rooms are booked on working days, and what is over has been held', async () => {
  await seedDemoNetwork(app.db);
  const rows = await app.db.rows<{ state: string; due: string; people: number }>(sql`
    select distinct state, case when ends_at <= now() then 'over' when starts_at <= now() then 'now' else 'to come' end as due,
           least(1, (select count(*) from meeting_attendee a where a.meeting_id = m.meeting_id)) as people
      from meeting m where extract(isodow from starts_at at time zone 'Asia/Shanghai') < 6 order by due`);
  expect(rows).toEqual(
    expect.arrayContaining([
      { state: 'ended', due: 'over', people: 1 },
      { state: 'booked', due: 'to come', people: 1 },
    ]),
  );
  expect(await count(sql`meeting where state = 'booked' and starts_at < now() - interval '1 hour'`)).toBe(0);
  expect(
    await count(sql`meeting where extract(isodow from starts_at at time zone 'Asia/Shanghai') > 5`),
  ).toBe(0);
});

test('somebody is on duty at every hour of the week, and one date differs', async () => {
  await seedDemoNetwork(app.db);
  expect(await count(sql`(select distinct weekday, start_time from user_duty) x`)).toBe(14);
  expect(await count(sql`duty_day where on_date > current_date and extract(isodow from on_date) = 6`)).toBe(
    1,
  );
  expect(await count(sql`duty_day_turn`)).toBe(3);
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
