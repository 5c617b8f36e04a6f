import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { corrections } from '#shared/contract/control/corrections.ts';
import { siteFit } from '#shared/contract/control/fit.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { fineDust, newDevice } from '#test/helpers/commands.ts';

let app: TestApp;
let admin: Client;
let factor = 0;
let start = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  factor = await fineDust(app);
  start = Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - 72 * HOUR_MS;
});

async function siteOf(valueAt: (hour: number) => number, hours = 48): Promise<number> {
  const { site_id } = await newDevice(app);
  await app.db.run(sql`insert into device_factor (site_id, component_id) values (${site_id}, ${factor})`);
  const readings = Array.from({ length: hours }, (_, i) => ({
    ...{ site_id, data_type: 'hour' as const, ts: new Date(start + i * HOUR_MS), origin: 'l' as const },
    ...{ fids: [factor], avg: [valueAt(i)] },
  }));
  await app.app.series.append({ readings, packets: [] });
  return site_id;
}

const course = (hour: number) => 30 + ((hour * 11) % 40);
const holds = (site_id: number, k: number, b: number) =>
  app.db.run(sql`
    insert into device_value (site_id, component_id, item, value, at, source)
    values (${site_id}, ${factor}, 'kb.k', to_jsonb(${k}::float8), now(), 'read'),
           (${site_id}, ${factor}, 'kb.b', to_jsonb(${b}::float8), now(), 'read')`);
const span = () => ({
  from: new Date(start).toISOString(),
  to: new Date(start + 48 * HOUR_MS).toISOString(),
});

test('sites are fitted to a reference, one or many, and what the device would hold comes after what it holds', async () => {
  const reference_id = await siteOf(course);
  const near = await siteOf((hour) => (course(hour) - 4) / 1.25);
  const short = await siteOf(course, 20);
  const wild = await siteOf((hour) => 30 + ((hour * 17) % 41));
  const unread = await siteOf((hour) => course(hour) / 2);
  for (const site_id of [near, short, wild]) await holds(site_id, 2, 1);
  await app.rollUp();
  const question = { reference_id, component_ids: [factor], ...span() };
  const site_ids = [reference_id, near, short, wild, unread];
  const { data_info } = await admin.send(siteFit.batch, { ...question, site_ids });
  expect(data_info).toHaveLength(4);
  const of = (site_id: number) => data_info.find((row) => row.site_id === site_id);
  expect(of(near)).toMatchObject({ why: null, fit: { n: 48, left_out: 0 }, changed_at: null });
  expect(of(near)?.fit.k).toBeCloseTo(1.25, 4);
  expect(of(near)?.fit.b).toBeCloseTo(4, 3);
  expect(of(near)?.wanted?.k).toBeCloseTo(2.5, 4);
  expect(of(near)?.wanted?.b).toBeCloseTo(1.25 + 4, 3);
  expect(of(short)).toMatchObject({ wanted: null, why: 'few_hours' });
  expect(of(wild)).toMatchObject({ wanted: null, why: 'weak' });
  expect(of(unread)).toMatchObject({ wanted: null, why: 'kb_unknown' });

  const one = await admin.send(siteFit.one, {
    ...{ reference_id, site_id: near, component_id: factor, ...span() },
  });
  expect(one.fit).toEqual(of(near)?.fit);
  expect(one.times).toHaveLength(48);
  expect(one.fitted[7]).toBeCloseTo(one.reference[7] ?? 0, 3);
});

test('hours that are too humid take no part where that is wished', async () => {
  const humidity = await app.db.one<{ fid: number }>(
    sql`select component_id as fid from component where code_2017 = 'a01002'`,
  );
  const isHumid = (hour: number) => hour % 6 === 0;
  const reference_id = await siteOf(course);
  const site_id = await siteOf((hour) => (isHumid(hour) ? course(hour) * 3 : course(hour) / 2));
  const readings = Array.from({ length: 48 }, (_, hour) => ({
    ...{ site_id, data_type: 'hour' as const, ts: new Date(start + hour * HOUR_MS), origin: 'l' as const },
    ...{ fids: [humidity?.fid ?? 0], avg: [isHumid(hour) ? 97 : 60] },
  }));
  await app.app.series.append({ readings, packets: [] });
  await app.rollUp();
  const asked = { reference_id, site_id, component_id: factor, ...span() };
  expect((await admin.send(siteFit.one, asked)).fit).toMatchObject({ n: 48, left_out: 0 });
  const { fit, values } = await admin.send(siteFit.one, { ...asked, most_humidity: 90 });
  expect(fit).toMatchObject({ n: 40, left_out: 8 });
  expect(fit.k).toBeCloseTo(2, 4);
  expect(values[0]).toBe(course(0) * 3);
});

test('the hours of a fit are the values that were sent, not what is stored of them', async () => {
  const sent = (hour: number) => 19.4 + (hour % 7) / 10;
  const [reference_id, site_id] = [await siteOf(sent), await siteOf(sent)];
  await app.rollUp();
  const { values } = await admin.send(siteFit.one, {
    reference_id,
    site_id,
    component_id: factor,
    ...span(),
  });
  expect(values.slice(0, 3)).toEqual([19.4, 19.5, 19.6]);
});

test.each([
  ['within the time', 10],
  ['after it', 100],
])('a K and B that were set %s are told', async (_when, hours) => {
  const reference_id = await siteOf(course);
  const site_id = await siteOf(course);
  const at = new Date(start + hours * HOUR_MS);
  await app.db.run(sql`
    insert into command (kind, site_id, mn, component_id, plan, created_at, expires_at, state, finished_at)
    values ('kb_set', ${site_id}, 'x', ${factor}, '{}', ${at}, ${at}, 'succeeded', ${at})`);
  await app.rollUp();
  const { data_info } = await admin.send(siteFit.batch, {
    ...{ reference_id, site_ids: [site_id], component_ids: [factor], ...span() },
  });
  expect(data_info[0]?.changed_at).toBe(at.toISOString());
});

test('a time that is turned or too long is refused', async () => {
  const question = { reference_id: 1, site_ids: [1], component_ids: [factor] };
  const { from, to } = span();
  await expect(admin.send(siteFit.batch, { ...question, from: to, to: from })).rejects.toMatchObject({
    fault: 'start_after_end',
  });
  const late = new Date(start + 100 * 24 * HOUR_MS).toISOString();
  await expect(admin.send(siteFit.batch, { ...question, from, to: late })).rejects.toMatchObject({
    envelope: { fields: [{ field: 'to', problem: 'range_too_long' }] },
  });
});

test('where the platform corrects a site, a fit comes after the K and B of the platform', async () => {
  const reference_id = await siteOf(course);
  const site_id = await siteOf((hour) => (course(hour) - 4) / 1.25);
  await admin.send(corrections.place, { site_id, place: 'platform', reason: 'it cannot' });
  await admin.send(corrections.set, {
    ...{ site_id, items: [{ component_id: factor, k: 2, b: 1 }], reason: 'as measured' },
  });
  await app.rollUp();
  const question = { reference_id, component_ids: [factor], ...span() };
  const { data_info } = await admin.send(siteFit.batch, { ...question, site_ids: [site_id] });
  expect(data_info).toMatchObject([{ place: 'platform', why: null, k: null }]);
  expect(data_info[0]?.wanted?.k).toBeCloseTo(2.5, 4);
  expect(data_info[0]?.wanted?.b).toBeCloseTo(1.25 + 4, 3);
});
