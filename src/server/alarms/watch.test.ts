import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { watchDisks } from './disks.ts';
import { readSetup } from './setup.ts';
import { watchStations } from './watch.ts';

let app: TestApp;
let site_id = 0;
let sites = 0;
beforeAll(async () => {
  app = await testApp({ ROLES: 'api' });
});
beforeEach(async () => {
  sites += 1;
  const site = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name) values (${`W${sites}`}, ${`看护${sites}`}) returning site_id`);
  site_id = site?.site_id ?? 0;
});

const look = async () => watchStations(app.app, await readSetup(app.db), async () => {});
const alarms = () =>
  app.db.rows<{ kind: string; side: string; open: boolean; last_value: number | null }>(sql`
    select kind, side, ended_at is null as open, last_value from alarm where site_id = ${site_id} order by alarm_id`);
const told = () =>
  app.db.rows<{ did: string }>(sql`
    select did from alarm_step join alarm using (alarm_id) where site_id = ${site_id} and tell order by step_id`);
const link = (online: boolean, minutesAgo: number) => {
  const at = new Date(app.clock.now.getTime() - minutesAgo * 60_000);
  return app.db.run(sql`
    insert into link_state (site_id, online, changed_at, last_packet_at) values (${site_id}, ${online}, ${at}, ${at})
    on conflict (site_id) do update set online = excluded.online, changed_at = excluded.changed_at,
                                        last_packet_at = excluded.last_packet_at`);
};
const says = (info: string, value: string, target = '') =>
  app.db.run(sql`
    insert into device_log (site_id, ts, kind, target, info, value, received_at)
    values (${site_id}, ${app.clock.now}, 'state', ${target}, ${info}, ${value}, ${app.clock.now})`);

test('a silent station is told of once, and when it speaks again', async () => {
  await link(false, 10);
  await look();
  await look();
  expect(await alarms()).toMatchObject([{ kind: 'offline', open: true }]);
  await link(true, 0);
  await look();
  expect(await alarms()).toMatchObject([{ kind: 'offline', open: false }]);
  expect(await told()).toEqual([{ did: 'raised' }, { did: 'recovered' }]);
});

test('a station is silent for as long as its setting wants, and not while it is looked after', async () => {
  await app.db.run(sql`
    insert into alarm_kind (kind, scope, site_id, level, params) values ('offline', 'site', ${site_id}, 'warning', '{"after": 30}')`);
  await link(false, 20);
  await look();
  expect(await alarms()).toEqual([]);
  await link(false, 31);
  await app.db.run(sql`
    insert into maintenance_window (scope, site_id, starts_at, ends_at)
    values ('site', ${site_id}, ${app.clock.now}, ${new Date(app.clock.now.getTime() + 60_000)})`);
  await look();
  expect(await alarms()).toEqual([]);
  app.clock.forward(61);
  await look();
  expect(await alarms()).toMatchObject([{ kind: 'offline', open: true }]);
});

test('states that a device reports raise and clear alarms, instrument by instrument', async () => {
  await says('i12001', '2', 'a34004');
  await says('i12001', '0', 'a34002');
  await says('i32001', '1');
  await says('i33103', '180.5');
  await look();
  expect(await alarms()).toEqual([
    { kind: 'fault', side: 'a34004 i12001', open: true, last_value: null },
    { kind: 'door', side: '', open: true, last_value: null },
    { kind: 'low_power', side: '', open: true, last_value: 180.5 },
  ]);
  app.clock.forward(10);
  await says('i12001', '0', 'a34004');
  await says('i32001', '0');
  await says('i33103', '221');
  await look();
  expect((await alarms()).map(({ open }) => open)).toEqual([false, false, false]);
});

test('a station on the line without hours of a factor misses them, and of all it is the station', async () => {
  await link(true, 600);
  await app.db.run(sql`
    insert into device_factor (site_id, component_id)
    select ${site_id}, component_id from component where component_key in ('pm25', 'pm10')`);
  await look();
  expect(await alarms()).toMatchObject([{ kind: 'missing', open: true }]);
});

test('a disk that fills is an alarm of no station, once, until there is room again', async () => {
  const setup = await readSetup(app.db);
  const disk = (free: number) => [
    { holds: 'all' as const, free, total: 1000, warning_below: 100, critical_below: 50 },
  ];
  const ofDisks = () =>
    app.db.rows<{ level: string; open: boolean }>(
      sql`select level, ended_at is null as open from alarm where kind = 'disk'`,
    );
  const at = async (free: number) => {
    await watchDisks(app.app, disk(free), setup, async () => {});
    return ofDisks();
  };
  expect(await at(200)).toEqual([]);
  expect(await at(90)).toEqual([{ level: 'alarm', open: true }]);
  expect(await at(105)).toEqual([{ level: 'alarm', open: true }]);
  app.clock.forward(60);
  expect(await at(200)).toEqual([{ level: 'alarm', open: false }]);
  const steps = () =>
    app.db.rows(
      sql`select did, tell from alarm_step join alarm using (alarm_id) where kind = 'disk' order by step_id`,
    );
  expect(await steps()).toEqual([
    { did: 'raised', tell: true },
    { did: 'recovered', tell: true },
  ]);
});

test('a disk that is only to warn becomes an alarm when it is nearly full', async () => {
  await app.db.run(sql`delete from alarm where kind = 'disk'`);
  await app.db.run(sql`insert into alarm_kind (kind, scope, level) values ('disk', 'network', 'warning')`);
  const setup = await readSetup(app.db);
  for (const free of [90, 80, 40, 30])
    await watchDisks(
      app.app,
      [{ holds: 'files', free, total: 1000, warning_below: 100, critical_below: 50 }],
      setup,
      async () => {},
    );
  const rows = await app.db.rows(sql`
    select a.level, array_agg(s.did || ' ' || s.level order by step_id) as did
      from alarm a join alarm_step s using (alarm_id) where kind = 'disk' group by alarm_id`);
  expect(rows).toEqual([{ level: 'alarm', did: ['raised warning', 'worsened alarm'] }]);
  await app.db.run(sql`delete from alarm_kind where kind = 'disk'`);
});

describe('unknown states', () => {
  const offline = () => app.db.run(sql`update link_state set online = false where site_id = ${site_id}`);
  const ofKind = async (kind: string) => (await alarms()).filter((alarm) => alarm.kind === kind);
  const addFactor = async () => {
    const row = await app.db.one<{ fid: number }>(sql`
      insert into device_factor (site_id, component_id)
      select ${site_id}, component_id from component where component_key = 'pm25' returning component_id as fid`);
    return row?.fid ?? 0;
  };

  test('is not called right: hours that are missing, while the station is off the line or has just come back', async () => {
    const fid = await addFactor();
    await link(true, 600);
    await look();
    await offline();
    await look();
    expect(await ofKind('missing')).toMatchObject([{ open: true }]);
    await link(true, 5);
    await look();
    expect(await ofKind('missing')).toMatchObject([{ open: true }]);
    const ts = new Date(
      Math.floor((app.clock.now.getTime() - 1_200_000) / 3_600_000) * 3_600_000 - 3_600_000,
    );
    await app.app.series.append({
      readings: [{ site_id, data_type: 'hour', ts, fids: [fid], avg: [5], origin: 'l' }],
      packets: [],
    });
    await app.rollUp();
    await look();
    expect(await ofKind('missing')).toMatchObject([{ open: false }]);
  });

  test('is not called right: a clock that is wrong, until it is heard again', async () => {
    const fid = await addFactor();
    const before = app.clock.now;
    // The time of receipt is set by the database's clock.
    app.clock.now = new Date();
    const speaks = (minutesOff: number) => {
      const ts = new Date(Date.now() - minutesOff * 60_000);
      const row = {
        site_id,
        data_type: 'realtime' as const,
        ts,
        fids: [fid],
        avg: [5],
        origin: 'l' as const,
      };
      return app.app.series.append({ readings: [row], packets: [] });
    };
    await speaks(30);
    await look();
    expect(await ofKind('clock_drift')).toMatchObject([{ open: true, last_value: -30 }]);
    app.clock.forward(3600);
    await look();
    expect(await ofKind('clock_drift')).toMatchObject([{ open: true }]);
    app.clock.now = new Date();
    await speaks(0);
    await look();
    app.clock.now = before;
    expect(await ofKind('clock_drift')).toMatchObject([{ open: false }]);
    expect((await told()).map(({ did }) => did)).toContain('recovered');
  });
});
