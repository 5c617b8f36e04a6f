import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { autoResupply, autoResupplyActions, resupplyGaps } from '#shared/contract/control/auto-resupply.ts';
import { commandLog } from '#shared/contract/control/commands.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { newDevice } from '#test/helpers/commands.ts';
import { secondServer } from '#test/helpers/two-servers.ts';
import { until } from '#test/helpers/until.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

/** The last two whole days of hours without the given ones; the device is not connected and ignores requests. */
async function siteWithout(...missing: number[]) {
  const { site_id, device } = await newDevice(app, { deaf: true });
  const from = Math.floor(app.clock.now.getTime() / DAY_MS) * DAY_MS - 2 * DAY_MS;
  const hours = Array.from({ length: 48 }, (_, hour) => hour).filter((hour) => !missing.includes(hour));
  await app.app.series.append({
    readings: hours.map((hour) => ({
      ...{ site_id, data_type: 'hour' as const, ts: new Date(from + hour * HOUR_MS) },
      ...{ fids: [1], avg: [5], origin: 'l' as const },
    })),
    packets: [],
  });
  return { site_id, device, at: (hour: number) => new Date(from + hour * HOUR_MS).toISOString() };
}

const start = (...site_ids: number[]) => admin.send(autoResupplyActions.start, { site_ids });
const stop = (...site_ids: number[]) => admin.send(autoResupplyActions.stop, { site_ids });
const stateOf = async (site_id: number) => (await admin.send(autoResupply.list, { site_id })).data_info[0];
const gapsOf = async (site_id: number) => (await admin.send(resupplyGaps.list, { site_id })).data_info;

test('a second start is refused with code 152, and one right after a stop with code 151', async () => {
  const { site_id } = await newDevice(app);
  expect(await start(site_id)).toEqual({ started: 1, running: 0, cooling: 0 });
  const again = await admin.raw(autoResupplyActions.start.path, { site_ids: [site_id] });
  expect(again.envelope.code).toBe(152);
  expect(await stop(site_id)).toEqual({ stopped: 1 });
  expect(await stateOf(site_id)).toMatchObject({ state: 'cooling', next_at: null });
  const soon = await admin.raw(autoResupplyActions.start.path, { site_ids: [site_id] });
  expect(soon.envelope.code).toBe(151);
  await expect(stop(site_id)).rejects.toMatchObject({ fault: 'edit_failed' });
  app.clock.forward(61);
  expect(await stateOf(site_id)).toMatchObject({ state: 'stopped' });
  expect(await start(site_id)).toMatchObject({ started: 1 });
});

test('of several devices those are started that do not run', async () => {
  const [one, other] = [await newDevice(app), await newDevice(app)];
  await start(one.site_id);
  expect(await start(one.site_id, other.site_id)).toEqual({ started: 1, running: 1, cooling: 0 });
});

test('times out of range have their codes', async () => {
  const { site_id } = await newDevice(app);
  const ask = (more: object) => admin.raw(autoResupplyActions.start.path, { site_ids: [site_id], ...more });
  expect((await ask({ every_minutes: 5 })).envelope.code).toBe(154);
  expect((await ask({ window_days: 91 })).envelope.code).toBe(155);
});

test('gaps of a device that is away are found and wait for it; nothing before its first value is a gap', async () => {
  const { site_id, at } = await siteWithout(3, 4, 9);
  await start(site_id);
  const found = await until(
    () => gapsOf(site_id),
    (gaps) => gaps.length === 2,
    60_000,
  );
  const spans = found.map(({ from_at, to_at, missing, state }) => ({ from_at, to_at, missing, state }));
  expect(spans.sort((a, b) => (a.from_at < b.from_at ? -1 : 1))).toEqual([
    { from_at: at(3), to_at: at(5), missing: 2, state: 'open' },
    { from_at: at(9), to_at: at(10), missing: 1, state: 'open' },
  ]);
  expect((await admin.send(commandLog.list, { site_id })).total).toBe(0);
});

test('what comes by itself needs no request', async () => {
  const { site_id, at } = await siteWithout(3);
  await start(site_id);
  await until(
    () => gapsOf(site_id),
    (gaps) => gaps.length === 1,
    60_000,
  );
  await app.app.series.append({
    readings: [{ site_id, data_type: 'hour', ts: new Date(at(3)), fids: [1], avg: [5], origin: 's' }],
    packets: [],
  });
  await admin.send(autoResupplyActions.look, { site_ids: [site_id] });
  await until(
    () => gapsOf(site_id),
    ([gap]) => gap?.state === 'filled',
    60_000,
  );
  expect(await stateOf(site_id)).toMatchObject({ missing: 0, filled: 1 });
});

test('each request is a command of the platform, and a stop calls off those that wait', async () => {
  // More gaps than are queued at a time; the device does not answer.
  const { site_id, device } = await siteWithout(3, 6, 9, 12, 15, 18);
  await device.connect();
  await start(site_id);
  await until(
    () => stateOf(site_id),
    (row) => row?.requested === 4,
    60_000,
  );
  const { data_info } = await admin.send(commandLog.list, { site_id });
  expect(data_info).toHaveLength(4);
  expect(data_info[0]).toMatchObject({ kind: 'history_hour', created_by_name: '' });
  await stop(site_id);
  const after = await admin.send(commandLog.list, { site_id });
  expect(after.data_info.filter(({ state }) => state === 'cancelled').length).toBeGreaterThanOrEqual(3);
  // Requests that were never sent do not count as tries.
  const open = await until(
    () => gapsOf(site_id),
    (gaps) => gaps.filter(({ state }) => state === 'open').length >= 5,
    60_000,
  );
  expect(open.every(({ tries }) => tries === 0)).toBe(true);
});

test('what was given up is asked for once more when a person wants it', async () => {
  const { site_id } = await siteWithout(3);
  await start(site_id);
  const [gap] = await until(
    () => gapsOf(site_id),
    (gaps) => gaps.length === 1,
    60_000,
  );
  const gap_id = gap?.gap_id ?? 0;
  await app.db.run(
    sql`update resupply_gap set state = 'absent', why = 'no_data', tries = 2, told = true where gap_id = ${gap_id}`,
  );
  await expect(
    (await app.login('learner')).send(autoResupplyActions.retry, { gap_id }),
  ).rejects.toMatchObject({ fault: 'permission_denied' });
  expect(await admin.send(autoResupplyActions.retry, { gap_id })).toEqual({ done: 1 });
  expect((await gapsOf(site_id))[0]).toMatchObject({ state: 'open', tries: 0, why: null });
});

test('two servers ask for a gap once', async () => {
  const second = await secondServer(app);
  const { site_id, device } = await siteWithout(3, 9);
  device.faults = { fails: 100, of: ['2061'] };
  await device.connect();
  await (await second.login('admin')).send(autoResupplyActions.start, { site_ids: [site_id] });
  await until(
    () => gapsOf(site_id),
    (gaps) => gaps.length === 2 && gaps.every(({ tries, state }) => tries === 1 && state === 'open'),
    60_000,
  );
  expect(device.sends('2061')).toHaveLength(2);
});
