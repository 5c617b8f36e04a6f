import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { commandActions } from '#shared/contract/control/commands.ts';
import { corrections } from '#shared/contract/control/corrections.ts';
import { kbActions } from '#shared/contract/control/kb.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { fineDust, newDevice } from '#test/helpers/commands.ts';
import { until } from '#test/helpers/until.ts';

let app: TestApp;
let admin: Client;
let factor = 0;
let hour = 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  factor = await fineDust(app);
  hour = Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - 10 * HOUR_MS;
});

async function platformSite() {
  const { site_id, device } = await newDevice(app);
  await app.db.run(sql`insert into device_factor (site_id, component_id) values (${site_id}, ${factor})`);
  await admin.send(corrections.place, { site_id, place: 'platform', reason: 'it cannot' });
  return { site_id, device };
}

const at = (hours: number) => new Date(hour + hours * HOUR_MS);
const store = (site_id: number, hours: number, value: number) =>
  app.app.series.append({
    readings: [
      {
        ...{ site_id, data_type: 'hour', ts: at(hours), fids: [factor], avg: [value], origin: 'l' },
        ...{ min: [value - 1], max: [value + 1] },
      },
    ],
    packets: [],
  });
const stored = async (site_id: number) =>
  (await app.app.series.range({ site_ids: [site_id], data_type: 'hour', from: at(-1), to: at(10) })).map(
    ({ avg, raw, min, max }) => [avg[0], raw?.[0], min?.[0], max?.[0]],
  );
const settled = (site_id: number) =>
  until(
    () => admin.send(corrections.data, { site_id }),
    ({ changes }) => changes.every(({ state }) => state === 'done' || state === 'undone'),
    60_000,
  );

test('a change backwards corrects what is stored anew, leaves revisions, and can be undone', async () => {
  const { site_id } = await platformSite();
  for (const hours of [0, 1, 2, 3]) await store(site_id, hours, 10 + hours);
  const items = [{ component_id: factor, k: 2, b: 1 }];
  const span = { from: at(1).toISOString(), to: at(3).toISOString() };
  const preview = await admin.send(corrections.preview, { site_id, items, component_id: factor, ...span });
  expect(preview.counts).toEqual({ realtime: 0, minute: 0, hour: 2, day: 0 });
  const { job_id } = await admin.send(corrections.set, { site_id, items, ...span, reason: 'comparison' });
  expect(job_id).not.toBeNull();
  const { versions, changes } = await settled(site_id);
  expect(changes).toMatchObject([{ state: 'done', row_count: 2, can_undo: true, reason: 'comparison' }]);
  expect(versions.map(({ k, from_at }) => [k, from_at])).toEqual([
    [1, span.to],
    [2, span.from],
  ]);
  expect(await stored(site_id)).toEqual([
    [10, undefined, 9, 11],
    [23, 11, 21, 25],
    [25, 12, 23, 27],
    [13, undefined, 12, 14],
  ]);
  const revisions = await app.app.series.revisions({
    ...{ site_id, fid: factor, data_types: ['hour'], from: at(0), to: at(9), limit: 10 },
  });
  expect(revisions.map(({ value, reason }) => [value, reason]).sort()).toEqual([
    [11, 'corrected'],
    [12, 'corrected'],
  ]);
  await app.rollUp();
  const [, second] = await app.app.series.buckets({
    ...{ level: 'hour', site_ids: [site_id], fids: [factor], from: at(0), to: at(9) },
  });
  expect(second?.avg).toEqual([23]);

  await admin.send(corrections.undo, { change_id: changes[0]?.change_id ?? 0 });
  const undone = await settled(site_id);
  expect(undone).toMatchObject({ versions: [], changes: [{ state: 'undone', can_undo: false, kept: 0 }] });
  expect((await stored(site_id)).map(([value]) => value)).toEqual([10, 11, 12, 13]);
});

test('what arrives is corrected by the version of its time, with what was measured beside it', async () => {
  const { site_id, device } = await platformSite();
  const items = [{ component_id: factor, k: 3, b: 0 }];
  await admin.send(corrections.set, { site_id, items, from: at(5).toISOString(), reason: 'x' });
  await settled(site_id);
  await until(
    async () => app.gateway.directory.site(site_id)?.corrections.size,
    (size) => size === 1,
    60_000,
  );
  await device.connect();
  const label = (hours: number) =>
    new Date(at(hours).getTime() + 8 * HOUR_MS).toISOString().replace(/\D/g, '').slice(0, 14);
  for (const hours of [4, 6]) {
    const cp = `DataTime=${label(hours)};a34004-Avg=20,a34004-Flag=N`;
    device.write(`QN=${device.now()};ST=22;CN=2061;PW=123456;MN=${device.mn};Flag=4;CP=&&${cp}&&`);
  }
  const rows = await until(
    () => stored(site_id),
    (found) => found.length === 2,
    60_000,
  );
  expect(rows).toEqual([
    [20, undefined, undefined, undefined],
    [60, 20, undefined, undefined],
  ]);
  // Undoing also restores values that arrived during the change.
  const { changes } = await admin.send(corrections.data, { site_id });
  await admin.send(corrections.undo, { change_id: changes[0]?.change_id ?? 0 });
  await settled(site_id);
  expect((await stored(site_id)).map(([value]) => value)).toEqual([20, 20]);
});

test('a site is corrected in one place: the other is refused', async () => {
  const { site_id } = await platformSite();
  await admin.send(controlLease.open, { site_ids: [site_id] });
  const item = { site_id, component_id: factor, k: 1.2, b: 0 };
  const { envelope } = await admin.raw(kbActions.set.path, { items: [item], reason: 'x' });
  expect(envelope.fields?.[0]).toMatchObject({ problem: 'corrected_in_platform' });
  await admin.send(corrections.set, {
    ...{ site_id, items: [{ component_id: factor, k: 2, b: 0 }], reason: 'x' },
  });
  await admin.send(corrections.place, { site_id, place: 'device', reason: 'new firmware' });
  const { place, versions } = await admin.send(corrections.data, { site_id });
  expect(place).toBe('device');
  expect(versions[0]).toMatchObject({ k: 1, b: 0, to_at: null });
  await expect(
    admin.send(corrections.set, {
      ...{ site_id, items: [{ component_id: factor, k: 2, b: 0 }], reason: 'x' },
    }),
  ).rejects.toMatchObject({ envelope: { detail: 'corrected_in_device' } });
});

test('K and B of the form are versions as well', async () => {
  const { site_id } = await newDevice(app);
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, k, b) values (${site_id}, ${factor}, 1.5, 2)`);
  expect(await admin.send(corrections.data, { site_id })).toMatchObject({
    place: 'platform',
    versions: [{ k: 1.5, b: 2, from_at: null, to_at: null }],
  });
});

test('where K and B want a second person, a correction waits for somebody else, who may refuse it', async () => {
  const { site_id } = await platformSite();
  const items = [{ component_id: factor, k: 2, b: 1 }];
  const other = await app.login('manager');
  await admin.send(commandActions.setPolicy, { needs_approval: ['kb_set'] });
  const wish = async () => {
    const made = await admin.send(corrections.set, { site_id, items, reason: 'comparison' });
    expect(made).toMatchObject({ job_id: null, awaiting_approval: true });
    return made.change_id;
  };
  const versions = async () => (await admin.send(corrections.data, { site_id })).versions;
  const first = await wish();
  expect(await versions()).toEqual([]);
  const waiting = async (who: Client) =>
    (await who.send(corrections.waiting, {})).changes.filter((one) => one.site_id === site_id);
  expect(await waiting(admin)).toMatchObject([{ change_id: first, own: true, from_at: null, items }]);
  expect(await waiting(other)).toMatchObject([{ change_id: first, own: false, reason: 'comparison' }]);
  await expect(admin.send(corrections.approve, { change_id: first, approved: true })).rejects.toMatchObject({
    envelope: { detail: 'command_own_approval' },
  });
  await other.send(corrections.approve, { change_id: first, approved: false });
  expect((await admin.send(corrections.data, { site_id })).changes).toMatchObject([
    { state: 'refused', can_undo: false },
  ]);
  const second = await wish();
  const granted = await other.send(corrections.approve, { change_id: second, approved: true });
  expect(await versions()).toMatchObject([{ component_id: factor, k: 2, b: 1, to_at: null }]);
  await expect(other.send(corrections.approve, { change_id: second, approved: true })).rejects.toMatchObject({
    fault: 'no_data',
  });
  // One user alone can bypass the approval neither way.
  await expect(
    admin.send(corrections.place, { site_id, place: 'device', reason: 'back' }),
  ).rejects.toMatchObject({ envelope: { detail: 'correction_needs_approval' } });
  await expect(admin.send(corrections.undo, { change_id: granted.change_id })).rejects.toMatchObject({
    envelope: { detail: 'correction_own_undo' },
  });
  await admin.send(commandActions.setPolicy, { needs_approval: [] });
});
