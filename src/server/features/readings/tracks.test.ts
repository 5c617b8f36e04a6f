import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { tracks } from '#shared/contract/readings/tracks.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let limited: Client;
const site: Record<string, number> = {};
const factor: Record<string, number> = {};

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const sites = await app.db.rows<{ site_id: number; mn: string }>(sql`
    insert into site (mn, site_name, site_type)
    values ('CAR', '走航车', 'mobile'), ('BUS', '公交车', 'mobile') returning site_id, mn`);
  for (const { site_id, mn } of sites) site[mn] = site_id;
  const factors = await app.db.rows<{ component_id: number; component_key: string }>(
    sql`select component_id, component_key from component`,
  );
  for (const { component_id, component_key } of factors) factor[component_key] = component_id;
  const person = await makeUser(app.db, 2);
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site.CAR})`);
  limited = await app.login(person.account);
  await say('CAR', '09:00', { longitude: 117.01, latitude: 36.61, pm25: 10 });
  await say('CAR', '09:01', { longitude: 0, latitude: 0, pm25: 11 });
  await say('CAR', '09:02', { pm25: 12 });
  await say('CAR', '09:03', { longitude: 117.02, latitude: 36.62, pm25: 13, so2: 5 });
  await say('BUS', '09:00', { pm25: 9 });
});

async function say(mn: string, clock: string, values: Record<string, number>) {
  const keys = Object.keys(values).sort((a, b) => (factor[a] ?? 0) - (factor[b] ?? 0));
  await app.app.series.append({
    readings: [
      {
        site_id: site[mn] ?? 0,
        data_type: 'realtime',
        ts: new Date(`2026-11-15T${clock}:00+08:00`),
        fids: keys.map((key) => factor[key] ?? 0),
        avg: keys.map((key) => values[key] ?? null),
        origin: 'l',
      },
    ],
    packets: [],
  });
}

describe('a track', () => {
  const day = { from: '2026-11-15T00:00:00+08:00', to: '2026-11-16T00:00:00+08:00' };

  test('is every position with a fix, oldest first, with the factors that were asked for', async () => {
    const { factors, data_info } = await limited.send(tracks.points, {
      mn: 'CAR',
      ...day,
      component_ids: [factor.so2 ?? 0, factor.pm25 ?? 0],
    });
    expect(factors.map(({ component_id }) => component_id)).toEqual([factor.so2, factor.pm25]);
    expect(data_info).toEqual([
      {
        ts: '2026-11-15T01:00:00.000Z',
        longitude: 117.01,
        latitude: 36.61,
        values: [null, 10],
        flags: ['', ''],
      },
      {
        ts: '2026-11-15T01:03:00.000Z',
        longitude: 117.02,
        latitude: 36.62,
        values: [5, 13],
        flags: ['', ''],
      },
    ]);
  });

  test('ends where it is told to, and is empty for a station without a receiver', async () => {
    const until = { ...day, to: '2026-11-15T09:03:00+08:00' };
    expect((await admin.send(tracks.points, { site_id: site.CAR, ...until })).total).toBe(1);
    expect((await admin.send(tracks.points, { mn: 'BUS', ...day })).total).toBe(0);
  });

  test('must be of a station, and of one that may be seen', async () => {
    expect((await admin.raw(tracks.points.path, day)).envelope).toMatchObject({
      code: 400,
      fields: [{ field: 'site_id' }],
    });
    await expect(limited.send(tracks.points, { mn: 'BUS', ...day })).rejects.toMatchObject({
      envelope: { code: 13 },
    });
  });

  test('of a factor that does not exist is refused', async () => {
    const asked = { mn: 'CAR', ...day, component_ids: [factor.pm25, 30_000] };
    expect((await admin.raw(tracks.points.path, asked)).envelope).toMatchObject({
      code: 400,
      fields: [{ field: 'component_ids', problem: 'unknown_value' }],
    });
  });

  test('has the flags of its values', async () => {
    await app.app.series.append({
      readings: [
        {
          ...{
            site_id: site.CAR ?? 0,
            data_type: 'minute',
            ts: new Date('2026-11-15T01:00:00Z'),
            origin: 'l',
          },
          fids: [factor.pm25, factor.longitude, factor.latitude].map((fid) => fid ?? 0).sort((a, b) => a - b),
          avg: [20, 20, 20],
          flags: ['T', 'T', 'T'],
        },
      ],
      packets: [],
    });
    const asked = { mn: 'CAR', ...day, data_type: 'minute' as const, component_ids: [factor.pm25 ?? 0] };
    const { data_info } = await admin.send(tracks.points, asked);
    expect(data_info).toMatchObject([{ longitude: 20, values: [20], flags: ['T'] }]);
  });
});

test('where mobile stations are now is told of those that have said it', async () => {
  const car = { mn: 'CAR', longitude: 117.02, latitude: 36.62, ts: '2026-11-15T01:03:00.000Z' };
  expect((await admin.send(tracks.now, {})).data_info).toMatchObject([car]);
  expect((await limited.send(tracks.now, { mns: ['CAR'] })).data_info).toMatchObject([car]);
  await expect(limited.send(tracks.now, { mns: ['BUS'] })).rejects.toMatchObject({ envelope: { code: 13 } });
});

test('a station whose receiver has lost its fix is where it was seen last', async () => {
  const [van] = await app.db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name, site_type) values ('VAN', '巡测车', 'mobile') returning site_id`);
  site.VAN = van?.site_id ?? 0;
  await say('VAN', '09:00', { longitude: 117.05, latitude: 36.65 });
  await say('VAN', '09:01', { longitude: 0, latitude: 0, pm25: 3 });
  expect((await admin.send(tracks.now, { mns: ['VAN'] })).data_info).toMatchObject([
    { mn: 'VAN', longitude: 117.05, latitude: 36.65, ts: '2026-11-15T01:00:00.000Z' },
  ]);
});
