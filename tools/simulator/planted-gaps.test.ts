import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import {
  autoResupply,
  autoResupplyActions,
  resupplyGaps,
  resupplyRuns,
} from '#shared/contract/control/auto-resupply.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { formatTime } from '#shared/domain/time.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { newDevice } from '#test/helpers/commands.ts';
import { idlePort } from '#test/helpers/idle-port.ts';
import { until } from '#test/helpers/until.ts';
import { Fleet } from './fleet.ts';
import { differences, type PlantedSite, plantGaps } from './planted-gaps.ts';

const STATIONS = 4;
const DAYS = 12;
const SLOW = 120_000;

let app: TestApp;
let admin: Client;
let fleet: Fleet;
let planted: PlantedSite[];

beforeAll(async () => {
  app = await testApp({ COMMAND_PACE: '0.5', GATEWAY_PORT: String(await idlePort()) });
  const clock = {
    now: () => app.clock.now.getTime(),
    wait: (ms: number, then: () => void) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  };
  fleet = new Fleet({
    ...{ sites: STATIONS, port: app.gateway.port, clock, outages: false, types: [] },
    ...{ connectRate: 1000, timeoutMs: 60_000 },
  });
  planted = await plantGaps(
    { db: app.db, series: app.app.series },
    fleet.stations.map(({ device }) => device),
    DAYS,
    app.clock.now.getTime(),
  );
  await app.rollUp();
  await until(
    async () => app.gateway.directory.site(planted.at(-1)?.site_id ?? 0),
    (site) => site !== undefined,
    60_000,
  );
  fleet.start();
}, SLOW);
afterAll(() => fleet.stop());

const states = async () => (await admin.send(autoResupply.list, { page_size: 100 })).data_info;
const differing = () =>
  differences({ db: app.db, series: app.app.series }, planted, DAYS, app.clock.now.getTime());

/** The highest number of valid hours of any factor in the report of the first gap's day. */
async function reported({ site_id, gaps }: PlantedSite): Promise<number> {
  const date = formatTime(new Date(gaps[0] ?? 0), 'yyyy-MM-dd');
  const { sites } = await admin.send(reports.day, { site_ids: [site_id], date });
  return Math.max(0, ...(sites[0]?.summary ?? []).map(({ valid }) => valid));
}

test(
  'planted gaps are found and filled by themselves across a restart, and what a device has not got is given up and told',
  async () => {
    admin = await app.login('admin');
    const missing = planted.reduce((sum, { gaps }) => sum + gaps.length, 0);
    expect(missing).toBeGreaterThan(100);
    expect(await differing()).not.toEqual([]);
    const before = await Promise.all(planted.map(reported));

    // A device that answers every request with "no data" (ExeRtn 100).
    const empty = await newDevice(app, { fails: 100, of: ['2061'] });
    const lost = Math.floor(app.clock.now.getTime() / DAY_MS) * DAY_MS - 2 * DAY_MS;
    await app.app.series.append({
      readings: Array.from({ length: 48 }, (_, hour) => hour)
        .filter((hour) => hour < 10 || hour > 14)
        .map((hour) => ({
          ...{ site_id: empty.site_id, data_type: 'hour' as const, ts: new Date(lost + hour * HOUR_MS) },
          ...{ fids: [1], avg: [5], origin: 'l' as const },
        })),
      packets: [],
    });
    await empty.device.connect();

    // Wait for its first answer before the restart: an interrupted request does not count as an attempt and is sent
    // again.
    expect(
      await admin.send(autoResupplyActions.start, { site_ids: [empty.site_id], window_days: DAYS }),
    ).toMatchObject({ started: 1 });
    const ofEmpty = async () =>
      (await admin.send(resupplyGaps.list, { site_id: empty.site_id })).data_info.find(
        ({ missing: left }) => left === 5,
      );
    await until(ofEmpty, (gap) => gap?.tries === 1, SLOW);
    const site_ids = planted.map(({ site_id }) => site_id);
    expect(await admin.send(autoResupplyActions.start, { site_ids, window_days: DAYS })).toMatchObject({
      started: STATIONS,
    });

    // Restart the server during the requests.
    await until(
      states,
      (rows) => rows.some(({ filled }) => filled > 0) && rows.some(({ requested }) => requested > 0),
      SLOW,
    );
    await app.restart();
    admin = await app.login('admin');
    await until(
      states,
      (rows) =>
        rows.every(({ requested }) => requested === 0) &&
        rows.every(({ open_gaps, site_id }) => open_gaps === (site_id === empty.site_id ? 1 : 0)),
      SLOW,
    );
    expect(await differing()).toEqual([]);

    // The runs report exactly the missing hours.
    const { data_info: runs } = await admin.send(resupplyRuns.list, { page_size: 1000 });
    const ofStations = runs.filter(({ site_id }) => site_id !== empty.site_id);
    const sum = (of: (run: (typeof runs)[number]) => number) =>
      ofStations.reduce((total, run) => total + of(run), 0);
    expect(sum(({ found }) => found)).toBe(missing);
    expect(sum(({ filled }) => filled)).toBe(missing);

    // The reports of that time change, too.
    await app.rollUp();
    const after = await Promise.all(planted.map(reported));
    for (const [place, count] of after.entries()) expect(count).toBeGreaterThan(before[place] ?? 24);

    // After the second "no data", an hour later, the gap is given up.
    app.clock.forward(3700);
    admin = await app.login('admin');
    const given = await until(ofEmpty, (gap) => gap?.state === 'absent', SLOW);
    expect(given).toMatchObject({ why: 'no_data', tries: 2, missing: 5 });
    const asked = empty.device.sends('2061').filter(({ cp }) => cp === empty.device.sends('2061')[0]?.cp);
    expect(asked).toHaveLength(2);
    const told = await until(
      () =>
        app.db.rows<{ body: string }>(
          sql`select body from message where channel = 'in_app' and kind = 'platform' and subject like ${`${empty.device.mn}%`}`,
        ),
      (rows) => rows.length > 0,
      SLOW,
    );
    expect(told).toHaveLength(1);
  },
  3 * SLOW,
);
