import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { exampleAgreement } from '#server/features/site-config/vendor-example.ts';
import { commandActions } from '#shared/contract/control/commands.ts';
import { corrections } from '#shared/contract/control/corrections.ts';
import { interference } from '#shared/contract/control/interference.ts';
import { kbActions } from '#shared/contract/control/kb.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { deviceOnLine, isSettled, newDevice, reached } from '#test/helpers/commands.ts';

let app: TestApp;
let admin: Client;
let example = 0;
let [no2, o3] = [0, 0];
beforeAll(async () => {
  app = await testApp({ COMMAND_PACE: '0.5' });
  admin = await app.login('admin');
  const row = await app.db.one<{ id: number }>(
    sql`select agreement_id as id from agreement where agreement_name = ${exampleAgreement}`,
  );
  example = row?.id ?? 0;
  const idOf = async (code: string) =>
    (
      await app.db.one<{ id: number }>(
        sql`select component_id as id from component where code_2017 = ${code}`,
      )
    )?.id ?? 0;
  [no2, o3] = [await idOf('a21004'), await idOf('a05024')];
});

async function controlled(made: ReturnType<typeof newDevice>) {
  const { device, site_id } = await made;
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, range_max)
    values (${site_id}, ${no2}, 500), (${site_id}, ${o3}, 500)`);
  await admin.send(controlLease.open, { site_ids: [site_id] });
  return { device, site_id };
}

const settled = (command_id: number | undefined) => reached(app, command_id ?? 0, isSettled);
const matrixOf = async (site_id: number) => (await admin.send(interference.data, { site_id })).coefficients;

test('coefficients are read, set, read back, and taken back to what they were', async () => {
  const { device, site_id } = await controlled(deviceOnLine(app, {}, example));
  const read = await admin.send(interference.read, { site_ids: [site_id] });
  expect(read.commands).toHaveLength(2);
  for (const { command_id } of read.commands) await settled(command_id);
  const data = await admin.send(interference.data, { site_id });
  expect(data).toMatchObject({ can_set: true, can_read: true, coefficients: [] });
  expect(data.factors.map(({ source }) => source)).toEqual(['read', 'read']);

  const list = [{ other: o3, c: 0.3 }];
  const items = [{ site_id, component_id: no2, list }];
  const set = await admin.send(interference.set, { items, reason: 'cross test' });
  const command_id = set.commands[0]?.command_id;
  expect(await settled(command_id)).toMatchObject({ state: 'succeeded', settled_by: 'read_back' });
  expect(device.settings.get('a21004 C')).toBe('a05024-C=0.3');
  expect(await matrixOf(site_id)).toEqual([{ component_id: no2, other: o3, c: 0.3 }]);

  const back = await admin.send(interference.rollBack, { command_id: command_id ?? 0, reason: 'worse' });
  expect(await settled(back.commands[0]?.command_id)).toMatchObject({ state: 'succeeded' });
  expect(device.settings.get('a21004 C')).toBe('a05024-C=0');
  expect(await matrixOf(site_id)).toEqual([]);
});

test('a matrix that cannot be solved is refused, with what the device holds taken into account', async () => {
  const { site_id } = await controlled(newDevice(app, {}, example));
  const tried = async (component_id: number, list: object[], reason = 'x') =>
    (await admin.raw(interference.set.path, { items: [{ site_id, component_id, list }], reason })).envelope
      .fields?.[0];
  expect(await tried(no2, [{ other: no2, c: 0.1 }])).toEqual({
    field: 'items.0.list.0.c',
    problem: 'own_factor',
  });
  expect(await tried(no2, [{ other: o3, c: 2.1 }])).toMatchObject({ problem: 'too_big' });
  expect(await tried(no2, [{ other: o3, c: 0.1 }], '')).toMatchObject({ field: 'reason' });
  await app.db.run(sql`
    insert into device_value (site_id, component_id, item, value, at, source)
    values (${site_id}, ${o3}, 'kcc.list', jsonb_build_array(jsonb_build_object('other', ${no2}::int, 'c', 1)), now(), 'read')`);
  const unstable = { problem: 'unstable_pair' };
  expect(await tried(no2, [{ other: o3, c: 0.6 }])).toMatchObject(unstable);
  // The general call for commands has the same check.
  const targets = [{ site_id, params: { factor: no2 }, list: [{ other: o3, c: 0.6 }] }];
  const { envelope } = await admin.raw(commandActions.send.path, { kind: 'kcc_set', targets, reason: 'x' });
  expect(envelope.fields?.[0]).toEqual({ field: 'targets.0.list.0.c', ...unstable });
  const kb = [{ site_id, params: { factor: no2, k: 1, b: 501 } }];
  const { envelope: refused } = await admin.raw(commandActions.send.path, {
    ...{ kind: 'kb_set', targets: kb, reason: 'x' },
  });
  expect(refused.fields?.[0]).toMatchObject({ field: 'targets.0.params.b', problem: 'too_big' });
});

test('a protocol that does not describe it can do neither', async () => {
  const { site_id } = await controlled(newDevice(app));
  expect(await admin.send(interference.data, { site_id })).toMatchObject({ can_set: false, can_read: false });
  const items = [{ site_id, component_id: no2, list: [{ other: o3, c: 0.1 }] }];
  const made = await admin.send(interference.set, { items, reason: 'x' });
  expect(made.refused).toEqual([{ site_id, why: 'not_supported' }]);
});

test('the preview solves the last days with the new matrix', async () => {
  const { site_id } = await controlled(newDevice(app, {}, example));
  const hour = Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS;
  const fids = [no2, o3].sort((a, b) => a - b);
  const avg = fids.map((fid) => (fid === no2 ? 40 : 80));
  await app.app.series.append({
    readings: [{ site_id, data_type: 'hour', ts: new Date(hour), fids, avg, origin: 'l' }],
    packets: [],
  });
  await app.rollUp();
  const coefficients = [
    { component_id: no2, other: o3, c: 0.25 },
    { component_id: o3, other: no2, c: 0.5 },
  ];
  const preview = await admin.send(interference.preview, { site_id, component_id: no2, coefficients });
  const at = preview.times.indexOf(new Date(hour).toISOString());
  expect(preview.known).toBe(false);
  expect(preview.values[at]).toBe(40);
  // no2 = 40 − 0.25·o3 and o3 = 80 − 0.5·no2
  expect(preview.after[at]).toBeCloseTo((40 - 0.25 * 80) / (1 - 0.25 * 0.5), 5);
  const same = await admin.send(interference.preview, { site_id, component_id: no2, coefficients: [] });
  expect(same.after[at]).toBeCloseTo(40, 5);
});

test('whoever may not set K and B may not set interference, and needs remote control', async () => {
  const { site_id } = await newDevice(app, {}, example);
  const items = [{ site_id, component_id: no2, list: [{ other: o3, c: 0.1 }] }];
  await expect(admin.send(interference.set, { items, reason: 'x' })).rejects.toMatchObject({
    fault: 'control_off',
  });
  expect(interference.set.needs).toBe(kbActions.set.needs);
});

test('of a site that the platform corrects, the platform’s coefficients are shown and nothing is offered to its device', async () => {
  const { site_id } = await controlled(deviceOnLine(app, {}, example));
  await admin.send(corrections.place, { site_id, place: 'platform', reason: 'it cannot' });
  const items = [{ component_id: no2, k: 1, b: 0, list: [{ other: o3, c: 0.2 }] }];
  await admin.send(corrections.set, { site_id, items, reason: 'cross test' });
  expect(await admin.send(interference.data, { site_id })).toMatchObject({
    place: 'platform',
    can_set: false,
    can_read: false,
    coefficients: [{ component_id: no2, other: o3, c: 0.2 }],
  });
});
