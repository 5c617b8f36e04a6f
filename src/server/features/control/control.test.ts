import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { batchActions, commandBatches } from '#shared/contract/control/batches.ts';
import { commandActions, commandLog } from '#shared/contract/control/commands.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import type { CommandState } from '#shared/domain/command-run.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { deviceOnLine, isSettled, newDevice, reached } from '#test/helpers/commands.ts';
import { until } from '#test/helpers/until.ts';

let app: TestApp;
let admin: Client;
let manager: Client;
beforeAll(async () => {
  app = await testApp({ COMMAND_PACE: '0.5' });
});
beforeEach(async () => {
  [admin, manager] = [await app.login('admin'), await app.login('manager')];
});

const open = (client: Client, ...site_ids: number[]) => client.send(controlLease.open, { site_ids });
const send = (client: Client, kind: string, site_ids: number[], params: object = {}, reason = '') =>
  client.raw(commandActions.send.path, {
    kind,
    targets: site_ids.map((site_id) => ({ site_id, params })),
    reason,
  });
const settled = (command_id: number) => reached(app, command_id, isSettled);
const stateOf = async (client: Client, command_id: number): Promise<CommandState | undefined> =>
  (await client.send(commandLog.list, { command_id })).data_info[0]?.state;

async function sent(client: Client, kind: string, site_ids: number[], params: object = {}, reason = '') {
  const { envelope } = await send(client, kind, site_ids, params, reason);
  expect(envelope.code, envelope.message).toBe(0);
  return envelope.data as { batch_id: number | null; commands: { command_id: number }[] };
}

describe('remote control', () => {
  test('is opened with code 176, told to others, refused twice, and closed with code 177', async () => {
    const { site_id } = await newDevice(app);
    const opened = await admin.raw(controlLease.open.path, { site_ids: [site_id], minutes: 20 });
    expect(opened.envelope.code).toBe(176);
    const { data_info } = await manager.send(controlLease.data, { site_ids: [site_id] });
    expect(data_info).toMatchObject([{ site_id, mine: false }]);
    await expect(open(admin, site_id)).rejects.toMatchObject({ fault: 'control_open_repeated' });
    await expect(open(manager, site_id)).rejects.toMatchObject({ fault: 'control_open_failed' });
    const closed = await admin.raw(controlLease.close.path, { site_ids: [site_id] });
    expect(closed.envelope.code).toBe(177);
    await expect(admin.send(controlLease.close, { site_ids: [site_id] })).rejects.toMatchObject({
      fault: 'control_close_repeated',
    });
  });

  test('is over by itself, and a time out of range has its code', async () => {
    const { site_id } = await newDevice(app);
    await admin.send(controlLease.open, { site_ids: [site_id], minutes: 1 });
    app.clock.forward(61);
    await open(await app.login('manager'), site_id);
    const { envelope } = await admin.raw(controlLease.open.path, { site_ids: [site_id], minutes: 0 });
    expect(envelope.code).toBe(155);
  });

  test('of several devices is opened for all or for none', async () => {
    const [one, other] = [await newDevice(app), await newDevice(app)];
    await open(manager, other.site_id);
    await expect(open(admin, one.site_id, other.site_id)).rejects.toMatchObject({
      fault: 'control_open_failed',
    });
    expect((await admin.send(controlLease.data, { site_ids: [one.site_id] })).total).toBe(0);
  });

  test('is needed to send; a refusal names its code and is on record', async () => {
    const { device, site_id } = await deviceOnLine(app);
    expect((await send(admin, 'time_read', [site_id])).envelope.code).toBe(181);
    await open(manager, site_id);
    const { envelope } = await send(admin, 'time_read', [site_id]);
    expect(envelope).toMatchObject({ code: 181, detail: 'control_held' });
    expect(device.sends('1011')).toHaveLength(0);
    const { data_info } = await admin.send(audit.list, { entity: 'command', action: 'refused' });
    expect(data_info[0]).toMatchObject({ after: { kind: 'time_read', refused: 'control_off' } });
  });

  test('is looked at when a command goes out, not only when it is asked for', async () => {
    const { device, site_id } = await newDevice(app);
    await open(admin, site_id);
    const { commands } = await sent(admin, 'time_read', [site_id]);
    await admin.send(controlLease.close, { site_ids: [site_id] });
    await device.connect();
    const command_id = commands[0]?.command_id ?? 0;
    expect(await settled(command_id)).toMatchObject({ state: 'cancelled' });
    expect(device.sends('1011')).toHaveLength(0);
  });
});

describe('a command', () => {
  test('is carried out, and shows every packet both ways', async () => {
    const { site_id } = await deviceOnLine(app);
    await open(admin, site_id);
    const { commands } = await sent(admin, 'time_read', [site_id]);
    const command_id = commands[0]?.command_id ?? 0;
    await settled(command_id);
    const shown = await admin.send(commandActions.get, { command_id });
    expect(shown).toMatchObject({ state: 'succeeded', kind: 'time_read', site_id });
    expect(shown.exchanges[0]?.request).toContain('CN=1011');
    expect(shown.exchanges[0]?.replies.map(({ cn }) => cn)).toContain('9012');
  });

  test('that is dangerous wants a reason, and what it is told is checked', async () => {
    const { site_id } = await newDevice(app);
    await open(admin, site_id);
    const bare = await send(admin, 'reboot', [site_id]);
    expect(bare.envelope).toMatchObject({ code: 400, fields: [{ field: 'reason', problem: 'required' }] });
    const far = await send(admin, 'realtime_interval_set', [site_id], { seconds: 5 });
    expect(far.envelope.fields).toMatchObject([{ field: 'targets.0.params.seconds' }]);
    const odd = await send(admin, 'time_read', [site_id], { other: 1 });
    expect(odd.envelope.fields).toMatchObject([{ problem: 'unknown_field' }]);
  });

  test('asks for the power of its kind, whatever calls one may make', async () => {
    const { site_id } = await newDevice(app);
    const auditor = await app.login('auditor');
    expect((await send(auditor, 'time_read', [site_id])).envelope.code).toBe(16);
    const operator = await app.login('operator');
    const told = await send(operator, 'password_set', [site_id], { new_password: '654321' }, 'x');
    expect(told.envelope.code).toBe(16);
  });

  test('never shows a password that it carries', async () => {
    const { site_id } = await newDevice(app);
    await open(admin, site_id);
    const { commands } = await sent(admin, 'password_set', [site_id], { new_password: 'geheim9' }, 'rotated');
    const command_id = commands[0]?.command_id ?? 0;
    const said = [
      await admin.send(commandActions.get, { command_id }),
      await admin.send(commandLog.list, { command_id }),
      await admin.send(audit.list, { entity: 'command' }),
    ];
    expect(JSON.stringify(said)).not.toMatch(/geheim9|new_password/);
  });

  test('can be called off before it is sent, and not afterwards', async () => {
    const { site_id } = await newDevice(app);
    await open(admin, site_id);
    const { commands } = await sent(admin, 'time_read', [site_id]);
    const command_id = commands[0]?.command_id ?? 0;
    await admin.send(commandActions.cancel, { command_id });
    expect(await stateOf(admin, command_id)).toBe('cancelled');
    await expect(admin.send(commandActions.cancel, { command_id })).rejects.toMatchObject({
      envelope: { detail: 'command_not_waiting' },
    });
  });

  test('of a kind that wants it waits for a second person', async () => {
    const { device, site_id } = await deviceOnLine(app);
    await admin.send(commandActions.setPolicy, { needs_approval: ['time_set'] });
    await open(admin, site_id);
    const { commands } = await sent(admin, 'time_set', [site_id]);
    const command_id = commands[0]?.command_id ?? 0;
    expect(await stateOf(admin, command_id)).toBe('awaiting_approval');
    await expect(admin.send(commandActions.approve, { command_id, approved: true })).rejects.toMatchObject({
      envelope: { detail: 'command_own_approval' },
    });
    expect(device.sends('1012')).toHaveLength(0);
    await manager.send(commandActions.approve, { command_id, approved: true });
    expect(await settled(command_id)).toMatchObject({ state: 'succeeded' });
    await admin.send(commandActions.setPolicy, { needs_approval: [] });
  });

  test('that a second person rejects says so, by whom and why; a cancelled one does not', async () => {
    const { device, site_id } = await deviceOnLine(app);
    await admin.send(commandActions.setPolicy, { needs_approval: ['time_set'] });
    await open(admin, site_id);
    const waiting = async () => (await sent(admin, 'time_set', [site_id])).commands[0]?.command_id ?? 0;
    const found = async (command_id: number) =>
      (await admin.send(commandLog.list, { command_id })).data_info[0];
    const rejected = await waiting();
    await manager.send(commandActions.approve, {
      ...{ command_id: rejected, approved: false, reason: '时间不对' },
    });
    const row = await found(rejected);
    expect(row).toMatchObject({ state: 'cancelled', rejected: true, cancel_reason: '时间不对' });
    expect(row?.approved_by_name).not.toBe('');
    const cancelled = await waiting();
    await admin.send(commandActions.cancel, { command_id: cancelled });
    expect(await found(cancelled)).toMatchObject({ state: 'cancelled', rejected: false });
    expect(device.sends('1012')).toHaveLength(0);
    await admin.send(commandActions.setPolicy, { needs_approval: [] });
  });
});

describe('a batch', () => {
  test('is paused, goes on, and counts what became of its devices', async () => {
    const devices = await Promise.all([1, 2, 3].map(() => newDevice(app)));
    const site_ids = devices.map(({ site_id }) => site_id);
    await open(admin, ...site_ids);
    const { batch_id } = await sent(admin, 'time_read', site_ids);
    await admin.send(batchActions.pause, { batch_id: batch_id ?? 0, paused: true });
    for (const { device } of devices) await device.connect();
    const found = async () =>
      (await admin.send(commandBatches.list, { batch_id: batch_id ?? 0 })).data_info[0];
    expect(await found()).toMatchObject({ total: 3, waiting: 3, paused: true });
    await admin.send(batchActions.pause, { batch_id: batch_id ?? 0, paused: false });
    await until(found, (row) => row?.succeeded === 3, 120_000);
  });

  test('tries again those that failed, each once, and never what must not run twice', async () => {
    const devices = await Promise.all([1, 2].map(() => newDevice(app)));
    const site_ids = devices.map(({ site_id }) => site_id);
    await open(admin, ...site_ids);
    const { batch_id, commands } = await sent(admin, 'time_read', site_ids);
    await app.db.run(sql`update command set state = 'failed', finished_at = now()
      where command_id = ${commands[0]?.command_id ?? 0}`);
    await app.db.run(sql`update command set state = 'cancelled', finished_at = now()
      where command_id = ${commands[1]?.command_id ?? 0}`);
    const again = { batch_id: batch_id ?? 0 };
    expect(await admin.send(batchActions.retry, again)).toEqual({ done: 1 });
    await expect(admin.send(batchActions.retry, again)).rejects.toMatchObject({
      envelope: { detail: 'batch_nothing_to_retry' },
    });
    const kept = await sent(admin, 'keep_sample', site_ids);
    await app.db.run(sql`update command set state = 'unknown' where batch_id = ${kept.batch_id}`);
    await expect(admin.send(batchActions.retry, { batch_id: kept.batch_id ?? 0 })).rejects.toMatchObject({
      envelope: { detail: 'batch_nothing_to_retry' },
    });
  });
});
