import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { alarmViews } from '#shared/contract/alarms/view.ts';
import { addAlarm } from '#test/helpers/alarms.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
/** Sees the alarm's site and one of its two neighbours. */
let reader: Client;
const site: Record<string, number> = {};
const fid: Record<string, number> = {};
const hourAt = (hour: number) => new Date(Date.UTC(2026, 10, 14, hour));

beforeAll(async () => {
  app = await testApp();
  app.clock.now = new Date('2026-11-15T12:00:00Z');
  admin = await app.login('admin');
  const components = await app.db.rows<{ component_id: number; component_key: string }>(
    sql`select component_id, component_key from component`,
  );
  for (const { component_key, component_id } of components) fid[component_key] = component_id;
  const places = { own: 120, near: 120.05, secret: 120.1, far: 125, lake: 120.01 };
  for (const [name, longitude] of Object.entries(places)) {
    const row = await app.db.one<{ id: number }>(sql`
      insert into site (mn, site_name, longitude, latitude, site_type)
      values (${name}, ${name}, ${longitude}, 30.5, ${name === 'lake' ? 'water' : 'air'}) returning site_id as id`);
    site[name] = row?.id ?? 0;
  }
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const readings = Object.values(site).flatMap((site_id, nth) =>
    hours.map((hour) => ({
      ...{ site_id, data_type: 'hour' as const, ts: hourAt(hour), origin: 'l' as const },
      fids: [fid.pm25 ?? 0, fid.o3 ?? 0, fid.wind_direction ?? 0, fid.wind_speed ?? 0].sort((a, b) => a - b),
      avg: [0, 1, 2, 3].map((place) => 10 * nth + place + hour),
    })),
  );
  await app.app.series.append({ readings, packets: [] });
  await app.rollUp();
  const person = await makeUser(app.db, await makeRole(app.db, ['alarm.read']));
  for (const name of ['own', 'near'])
    await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site[name]})`);
  reader = await app.login(person.account);
});

const over = (more: object = {}) =>
  addAlarm(app.db, {
    ...{ site_id: site.own ?? 0, component_id: fid.pm25 ?? 0, level: 'alarm', peak: 160, limit_value: 75 },
    ...{ from_at: hourAt(8), ended_at: hourAt(11), ...more },
  });
const view = (alarm_id: number, client = admin) => client.send(alarmViews.view, { alarm_id });

test('an episode is shown with some time around it, and its neighbours of the same medium within the radius', async () => {
  const { chart, from, to, shortened } = await view(await over());
  expect([from, to, shortened]).toEqual(['2026-11-13T20:00:00.000Z', '2026-11-14T23:00:00.000Z', false]);
  expect(chart).toMatchObject({ measure: 'value', data_type: 'hour', radius_km: 30 });
  expect(chart?.lines.map(({ of, site_name, km }) => [of, site_name, km])).toEqual([
    ['own', 'own', null],
    ['neighbour', 'near', 4.8],
    ['neighbour', 'secret', 9.6],
  ]);
  expect(chart?.lines[0]?.times).toHaveLength(23);
  expect(chart?.wind).toHaveLength(23);
});

test('a reader sees neighbours among their own sites only, in the chart and among the figures', async () => {
  const neighbours = ['near', 'secret'].map((name, i) => ({
    ...{ site_id: site[name], site_name: name, km: 5 * (i + 1), value: 70 },
  }));
  const alarm_id = await over({
    from_at: hourAt(9),
    cause: 'local',
    cause_figures: {
      ...{ value: 160, limit: 75, neighbours, wind: { direction: 45, speed: 2 }, times: 4, bearing: null },
      ...{
        sisters: [{ component_id: fid.pm10, times: 2 }],
        faults: ['flag'],
        cause: 'regional',
        radius_km: 30,
      },
    },
  });
  const all = await view(alarm_id);
  expect(all.evidence).toMatchObject({ cause: 'regional', hidden: 0, high: 2, faults: ['flag'] });
  expect(all.evidence?.sisters).toMatchObject([{ component_id: fid.pm10, times: 2 }]);
  const own = await view(alarm_id, reader);
  expect(own.evidence).toMatchObject({ hidden: 1, high: 2, neighbours: [{ site_name: 'near' }] });
  expect(JSON.stringify(own)).not.toContain('secret');
  expect(own.chart?.lines.map(({ site_name }) => site_name)).toEqual(['own', 'near']);
  const theirs = await addAlarm(app.db, { site_id: site.secret ?? 0, kind: 'flag', from_at: hourAt(1) });
  await expect(view(theirs, reader)).rejects.toMatchObject({ fault: 'no_authority' });
});

test('limits are those of each version of the rule while it held, and what a value must come back to', async () => {
  const rule = {
    scope: 'site' as const,
    site_id: site.own ?? 0,
    component_id: fid.pm25 ?? 0,
    data_type: 'hour' as const,
  };
  const { rule_id } = await admin.send(alarmRules.add, {
    ...rule,
    ...{ high_warning: 50, high_alarm: 75, deadband: 5, raise_after: 2 },
  });
  await admin.send(alarmRules.edit, { rule_id: Number(rule_id), version: 1, high_warning: 60 });
  // Sets the time of the change to the middle of the shown day.
  await app.db.run(sql`
    update alarm_rule_version set made_at = case version when 1 then ${hourAt(-100)}::timestamptz else ${hourAt(10)} end,
           ended_at = case version when 1 then ${hourAt(10)}::timestamptz end where rule_id = ${rule_id}`);
  const alarm_id = await over({ from_at: hourAt(7), rule_id: Number(rule_id) });
  await app.db.run(sql`update alarm set rule_version = 1 where alarm_id = ${alarm_id}`);
  const { chart, from, to } = await view(alarm_id);
  const at = hourAt(10).toISOString();
  expect(chart?.limits).toEqual(
    expect.arrayContaining([
      { side: 'high', bound: 'alarm', value: 75, from, to },
      { side: 'high', bound: 'warning', value: 50, from, to: at },
      { side: 'high', bound: 'clear', value: 45, from, to: at },
      { side: 'high', bound: 'warning', value: 60, from: at, to },
      { side: 'high', bound: 'clear', value: 55, from: at, to },
    ]),
  );
  expect(chart?.limits).toHaveLength(5);
  expect(chart?.rule).toMatchObject({ rule_id: Number(rule_id), version: 1, raise_after: 2, scope: 'site' });
  await admin.send(alarmRules.remove, { rule_id: Number(rule_id) });
  expect((await view(alarm_id)).chart?.limits).toHaveLength(5);
});

test('limits of the standard change with its edition in the middle of an episode', async () => {
  const rule = { scope: 'network' as const, component_id: fid.pm25 ?? 0, data_type: 'day' as const };
  const { rule_id } = await admin.send(alarmRules.add, { ...rule, limits: 'grade_2' });
  await app.db.run(sql`update alarm_rule_version set made_at = '2020-01-01' where rule_id = ${rule_id}`);
  const alarm_id = await over({
    ...{ data_type: 'day', rule_id: Number(rule_id) },
    ...{ from_at: new Date('2026-02-24T16:00:00Z'), ended_at: new Date('2026-03-04T16:00:00Z') },
  });
  const { chart } = await view(alarm_id);
  const alarms = chart?.limits.filter(({ bound }) => bound === 'alarm');
  expect(alarms?.map(({ value, from }) => [value, from.slice(0, 10)])).toEqual([
    [75, expect.any(String)],
    [60, '2026-02-28'],
  ]);
  await admin.send(alarmRules.remove, { rule_id: Number(rule_id) });
});

test('ozone over 8 hours is drawn as it is judged, and what is found without values has no chart', async () => {
  const { rule_id } = await admin.send(alarmRules.add, {
    ...{
      scope: 'site',
      site_id: site.own ?? 0,
      component_id: fid.o3 ?? 0,
      data_type: 'hour',
      measure: 'o3_8h',
    },
    high_alarm: 9,
  });
  const alarm_id = await over({ component_id: fid.o3, side: 'o3_8h', rule_id: Number(rule_id) });
  const { chart } = await view(alarm_id);
  const [line] = chart?.lines ?? [];
  const place = line?.times.indexOf(hourAt(10).getTime()) ?? -1;
  const own = (await hoursOf(fid.o3 ?? 0)).slice(3, 11);
  expect(line?.low[place]).toBeCloseTo(own.reduce((sum, value) => sum + value, 0) / 8, 6);
  expect(chart?.measure).toBe('o3_8h');
  const offline = await addAlarm(app.db, {
    site_id: site.own ?? 0,
    kind: 'offline',
    ended_at: hourAt(1),
    from_at: hourAt(0),
  });
  expect(await view(offline)).toMatchObject({ chart: null, evidence: null });
  await admin.send(alarmRules.remove, { rule_id: Number(rule_id) });
});

async function hoursOf(component_id: number): Promise<number[]> {
  const rows = await app.app.series.buckets({
    ...{ level: 'hour', site_ids: [site.own ?? 0], fids: [component_id], from: hourAt(0), to: hourAt(24) },
    extremes: false,
  });
  return rows.map(({ avg }) => avg[0] ?? Number.NaN);
}

test('of a long episode a part is shown: its beginning, or what is going on now', async () => {
  const from_at = new Date('2026-07-01T00:00:00Z');
  const ended = await view(await over({ from_at, ended_at: new Date('2026-11-01T00:00:00Z') }));
  expect(ended).toMatchObject({ shortened: true, from: '2026-06-28T00:00:00.000Z' });
  const open = await view(
    await addAlarm(app.db, { site_id: site.own ?? 0, kind: 'flag', component_id: fid.pm25, from_at }),
  );
  expect(open.shortened).toBe(true);
  expect(Date.parse(open.to)).toBeGreaterThanOrEqual(Date.parse('2026-11-15T12:00:00Z'));
});
