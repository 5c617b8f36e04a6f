import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { commandLog } from '#shared/contract/control/commands.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import { resupply } from '#shared/contract/control/resupply.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { newDevice } from '#test/helpers/commands.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

/** The hours of the day before yesterday without the given ones. */
async function siteWithout(...missing: number[]) {
  const { site_id } = await newDevice(app);
  const from = Math.floor(app.clock.now.getTime() / DAY_MS) * DAY_MS - 2 * DAY_MS;
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => !missing.includes(hour));
  await app.app.series.append({
    readings: hours.map((hour) => ({
      ...{ site_id, data_type: 'hour' as const, ts: new Date(from + hour * HOUR_MS) },
      ...{ fids: [1], avg: [5], origin: 'l' as const },
    })),
    packets: [],
  });
  const span = { from: new Date(from).toISOString(), to: new Date(from + DAY_MS).toISOString() };
  return { site_id, from, question: { site_ids: [site_id], data_type: 'hour' as const, ...span } };
}

test('what is missing is seen hour by hour', async () => {
  const { question } = await siteWithout(3, 4, 9);
  const { data_info, per_bin } = await admin.send(resupply.gaps, question);
  expect(data_info[0]).toMatchObject({ expected: 24, received: 21 });
  expect(per_bin).toBe(1);
  expect(data_info[0]?.bins.flatMap((received, hour) => (received === 0 ? [hour] : []))).toEqual([3, 4, 9]);
});

test('only what is missing is asked for, in one command for each stretch', async () => {
  const { site_id, from, question } = await siteWithout(3, 4, 9);
  await admin.send(controlLease.open, { site_ids: [site_id] });
  expect(await admin.send(resupply.extract, question)).toMatchObject({ missing: 3, ranges: 2 });
  const { data_info } = await admin.send(commandLog.list, { site_id });
  const asked = data_info.map(({ params }) => [params.from, params.to]).sort();
  const at = (hour: number) => new Date(from + hour * HOUR_MS).toISOString();
  expect(asked).toEqual([
    [at(3), at(5)],
    [at(9), at(10)],
  ]);
});

test('the calendar tells what is being requested from what the device does not have', async () => {
  const { site_id, question } = await siteWithout(3, 4, 9, 15);
  await admin.send(controlLease.open, { site_ids: [site_id] });
  await admin.send(resupply.extract, question);
  const marks = async () => {
    const { data_info } = await admin.send(resupply.gaps, question);
    const { under_way, absent } = data_info[0] ?? { under_way: [], absent: [] };
    return { under_way, absent };
  };
  expect(await marks()).toEqual({ under_way: [3, 4, 9, 15], absent: [] });
  const { data_info } = await admin.send(commandLog.list, { site_id });
  const [at9, at15, at3] = [9, 15, 3].map((hour) =>
    data_info.find(({ params }) => new Date(String(params.from)).getUTCHours() === hour),
  );
  const end = (row: typeof at9, state: string, exe_rtn: number) =>
    app.db.run(sql`
      update command set state = ${state}, exe_rtn = ${exe_rtn}, finished_at = now() where command_id = ${row?.command_id}`);
  await end(at9, 'failed', 100);
  await end(at15, 'failed', 2);
  await end(at3, 'succeeded', 1);
  expect(await marks()).toEqual({ under_way: [], absent: [3, 4, 9] });
});

test('where nothing is missing nothing is asked for', async () => {
  const { site_id, question } = await siteWithout();
  await admin.send(controlLease.open, { site_ids: [site_id] });
  await expect(admin.send(resupply.extract, question)).rejects.toMatchObject({ fault: 'no_data' });
});

test('a range of more parts than a batch holds is refused at once', async () => {
  const { site_id, question } = await siteWithout();
  await admin.send(controlLease.open, { site_ids: [site_id] });
  const eras = { ...question, from: '0001-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' };
  await expect(admin.send(resupply.up, { ...eras, reason: '补传' })).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'from', problem: 'range_too_long', params: { days: 34_999 } }] },
  });
});

test('a long range is asked for in parts', async () => {
  const { site_id, from, question } = await siteWithout();
  await admin.send(controlLease.open, { site_ids: [site_id] });
  const to = new Date(from + DAY_MS).toISOString();
  const wanted = { ...question, from: new Date(from - 29 * DAY_MS).toISOString(), to };
  expect((await admin.send(resupply.up, wanted)).commands).toHaveLength(5);
});
