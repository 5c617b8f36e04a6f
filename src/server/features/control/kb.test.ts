import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { commandActions, commandLog } from '#shared/contract/control/commands.ts';
import { kbActions, kbValues } from '#shared/contract/control/kb.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { deviceOnLine, fineDust, isSettled, newDevice, reached } from '#test/helpers/commands.ts';

let app: TestApp;
let admin: Client;
let factor = 0;
beforeAll(async () => {
  app = await testApp({ COMMAND_PACE: '0.5' });
  admin = await app.login('admin');
  factor = await fineDust(app);
});

async function controlled(made: ReturnType<typeof newDevice>) {
  const { device, site_id } = await made;
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, range_max) values (${site_id}, ${factor}, 1000)`);
  await admin.send(controlLease.open, { site_ids: [site_id] });
  return { device, site_id };
}

const settled = (command_id: number) => reached(app, command_id, isSettled);
const kbOf = async (site_id: number) => (await admin.send(kbValues.list, { site_id })).data_info[0];

test('K and B are read, set, read back, and taken back to what they were', async () => {
  const { site_id } = await controlled(deviceOnLine(app));
  const read = await admin.send(kbActions.read, { site_id });
  await settled(read.commands[0]?.command_id ?? 0);
  expect(await kbOf(site_id)).toMatchObject({ k: 1, b: 0, source: 'read' });

  const item = { site_id, component_id: factor, k: 1.25, b: -3 };
  const set = await admin.send(kbActions.set, { items: [item], reason: 'comparison with the reference' });
  const command_id = set.commands[0]?.command_id ?? 0;
  expect(await settled(command_id)).toMatchObject({ state: 'succeeded', settled_by: 'read_back' });
  expect(await kbOf(site_id)).toMatchObject({ k: 1.25, b: -3, source: 'read' });
  const shown = await admin.send(commandActions.get, { command_id });
  expect(shown).toMatchObject({
    before_value: { values: { k: 1, b: 0 } },
    after_value: { values: { k: 1.25, b: -3 } },
  });

  const back = await admin.send(kbActions.rollBack, { command_id, reason: 'worse than before' });
  await settled(back.commands[0]?.command_id ?? 0);
  expect(await kbOf(site_id)).toMatchObject({ k: 1, b: 0 });
  const { total } = await admin.send(commandLog.list, { site_id, kind: 'kb_set' });
  expect(total).toBe(2);
});

test('a K out of its limits, a B beyond the range and a missing reason are refused', async () => {
  const { site_id } = await controlled(newDevice(app));
  const item = { site_id, component_id: factor, k: 1, b: 0 };
  const tried = async (more: object, reason = 'x') =>
    (await admin.raw(kbActions.set.path, { items: [{ ...item, ...more }], reason })).envelope.fields?.[0];
  expect(await tried({ k: 0 })).toMatchObject({ field: 'items.0.k', problem: 'too_small' });
  expect(await tried({ k: 11 })).toMatchObject({ field: 'items.0.k', problem: 'too_big' });
  expect(await tried({ b: 1001 })).toMatchObject({ field: 'items.0.b', problem: 'too_big' });
  expect(await tried({}, '')).toMatchObject({ field: 'reason', problem: 'required' });
});

test('what is not known cannot be taken back', async () => {
  const { site_id } = await controlled(newDevice(app));
  const item = { site_id, component_id: factor, k: 1.1, b: 0 };
  const set = await admin.send(kbActions.set, { items: [item], reason: 'x' });
  const command_id = set.commands[0]?.command_id ?? 0;
  await expect(admin.send(kbActions.rollBack, { command_id, reason: 'x' })).rejects.toMatchObject({
    envelope: { detail: 'kb_before_unknown' },
  });
});

test('the preview shows the last days with the new K and B', async () => {
  const { site_id } = await controlled(newDevice(app));
  const hour = Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS;
  await app.app.series.append({
    readings: [{ site_id, data_type: 'hour', ts: new Date(hour), fids: [factor], avg: [40], origin: 'l' }],
    packets: [],
  });
  await app.rollUp();
  const preview = await admin.send(kbActions.preview, { site_id, component_id: factor, k: 1.5, b: 2 });
  expect(preview.before).toEqual({ k: 1, b: 0, known: false });
  const at = preview.times.indexOf(new Date(hour).toISOString());
  expect([preview.values[at], preview.after[at]]).toEqual([40, 62]);
  expect(preview.values[at - 1]).toBeNull();
});
