import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { batchActions } from '#shared/contract/control/batches.ts';
import { commandActions, commandLog } from '#shared/contract/control/commands.ts';
import { corrections } from '#shared/contract/control/corrections.ts';
import { controlLease } from '#shared/contract/control/lease.ts';
import { competence } from '#shared/contract/learning/competence.ts';
import { factorCalls } from '#shared/contract/site-config/factors.ts';
import { siteBatch } from '#shared/contract/sites/batch.ts';
import { siteActions, sites } from '#shared/contract/sites/sites.ts';
import { commandKinds } from '#shared/domain/command-kinds.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { fineDust, newDevice } from '#test/helpers/commands.ts';
import { addAssessment } from '#test/helpers/learning.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';
import { until } from '#test/helpers/until.ts';

let app: TestApp;
let admin: Client;
let factor = 0;
beforeAll(async () => {
  app = await testApp({ COMMAND_PACE: '0.5' });
  factor = await fineDust(app);
});
beforeEach(async () => {
  admin = await app.login('admin');
});

const everySite = true;
const wanted = (site_ids: number[], params: object = {}) =>
  site_ids.map((site_id) => ({ site_id, params: params as Record<string, number> }));
async function person(powers: string[]): Promise<Person & { client: Client }> {
  const made = await makeUser(app.db, await makeRole(app.db, powers, everySite));
  return { ...made, client: await app.login(made.account) };
}
const statesOf = async (batch_id: number) =>
  (await admin.send(commandLog.list, { batch_id })).data_info.map(({ state }) => state);
const versionOf = async (site_id: number) =>
  (await app.db.one<{ version: number }>(sql`select version from site where site_id = ${site_id}`))
    ?.version ?? 0;
const kbOf = async (site_id: number) =>
  (await admin.send(factorCalls.ofSite, { site_id })).data_info.map(({ k, b }) => [k, b]);

describe('a batch that is tried again', () => {
  async function expiredBatch(): Promise<number> {
    const made = await Promise.all([1, 2].map(() => newDevice(app)));
    const site_ids = made.map(({ site_id }) => site_id);
    await admin.send(controlLease.open, { site_ids });
    const { batch_id } = await admin.send(commandActions.send, {
      kind: 'time_set',
      targets: wanted(site_ids),
    });
    await app.db.run(sql`
      update command set state = 'expired', finished_at = now() where batch_id = ${batch_id}`);
    return batch_id ?? 0;
  }

  test('waits for the second person anew, also where nobody ever approved it', async () => {
    await admin.send(commandActions.setPolicy, { needs_approval: ['time_set'] });
    const batch_id = await expiredBatch();
    await admin.send(batchActions.retry, { batch_id });
    expect((await statesOf(batch_id)).sort()).toEqual([
      ...['awaiting_approval', 'awaiting_approval'],
      ...['expired', 'expired'],
    ]);
    await admin.send(commandActions.setPolicy, { needs_approval: [] });
  });

  test('asks for what its kind wants to be passed first', async () => {
    const batch_id = await expiredBatch();
    const { assessment_id } = await addAssessment(admin, { assessment_name: '对时考核' });
    const { competence_id = 0 } = await admin.send(competence.add, {
      ...{ subject: 'command', command_kind: 'time_set', assessment_id },
    });
    await expect(admin.send(batchActions.retry, { batch_id })).rejects.toMatchObject({
      envelope: { detail: 'competence_missing' },
    });
    await admin.send(competence.remove, { competence_id });
    expect(await admin.send(batchActions.retry, { batch_id })).toEqual({ done: 2 });
  });
});

describe('K and B', () => {
  test('are not set as parameters of the device, where neither their power nor their limits are asked for', async () => {
    const { site_id } = await newDevice(app);
    await admin.send(controlLease.open, { site_ids: [site_id] });
    const set = (info: string) =>
      admin.raw(commandActions.send.path, {
        ...{ kind: 'parameter_set', reason: 'x' },
        targets: wanted([site_id], { info, factor, value: '5' }),
      });
    for (const info of ['i13007', 'i13008'])
      expect((await set(info)).envelope).toMatchObject({
        code: 400,
        fields: [{ field: 'targets.0.params.info', problem: 'own_command' }],
      });
    expect((await set('i13001')).envelope.code).toBe(0);
    const ofKb = JSON.stringify(commandKinds.kb_set.wires).match(/i\d{5}(?=-)/g);
    expect(ofKb?.sort()).toEqual(['i13007', 'i13008']);
  });

  async function measuring(k = 1): Promise<number> {
    const { site_id } = await newDevice(app);
    await app.db.run(sql`
      insert into device_factor (site_id, component_id, sort, k) values (${site_id}, ${factor}, 1, ${k})`);
    return site_id;
  }
  const save = async (who: Client, site_id: number, factors: object[]) =>
    who.send(sites.edit, { site_id, version: await versionOf(site_id), factors: factors as never });

  test('of the factors’ form take the power to set them; all else on it does not', async () => {
    const { client } = await person(['site.read', 'site.write']);
    const site_id = await measuring(1.2);
    const refused = { envelope: { code: 16, params: { power: 'control.kb' } } };
    for (const factors of [
      [{ component_id: factor, k: 5 }],
      [{ component_id: factor, k: 1.2, b: 7 }],
      // Missing values mean K = 1 and B = 0.
      [{ component_id: factor }],
      [],
    ])
      await expect(save(client, site_id, factors)).rejects.toMatchObject(refused);
    await save(client, site_id, [{ component_id: factor, k: 1.2, decimals: 2 }]);
    const other = await measuring();
    await save(client, other, []);
    await save(client, other, [{ component_id: factor, range_max: 500 }]);
    const able = await person(['site.read', 'site.write', 'control.kb']);
    await save(able.client, site_id, [{ component_id: factor, k: 1.3 }]);
    expect(await kbOf(site_id)).toEqual([[1.3, 0]]);
  });

  test('are neither dropped with their factor by a batch nor handed to a copy without it', async () => {
    const { client } = await person(['site.read', 'site.write']);
    const site_id = await measuring(1.2);
    const changes = { factors: { how: 'remove' as const, component_ids: [factor] } };
    const { basis } = await client.send(siteBatch.preview, { site_ids: [site_id], changes });
    const refused = { envelope: { code: 16, params: { power: 'control.kb' } } };
    await expect(client.send(siteBatch.run, { site_ids: [site_id], changes, basis })).rejects.toMatchObject(
      refused,
    );
    await expect(
      client.send(siteActions.copy, { site_id, site_name: 'copied', mn: 'COPIED' }),
    ).rejects.toMatchObject(refused);
    expect(await kbOf(site_id)).toEqual([[1.2, 0]]);
  });

  test('of the factors’ form are not changed by one person where that takes two', async () => {
    const site_id = await measuring();
    await admin.send(commandActions.setPolicy, { needs_approval: ['kb_set'] });
    await expect(save(admin, site_id, [{ component_id: factor, k: 2 }])).rejects.toMatchObject({
      envelope: { detail: 'correction_form_approval' },
    });
    await admin.send(commandActions.setPolicy, { needs_approval: [] });
    expect(await kbOf(site_id)).toEqual([[1, 0]]);
  });

  test('of the factors’ form, dropped or undone, ask for what they want to be passed first', async () => {
    const site_id = await measuring();
    const corrected = await measuring(1.2);
    const items = [{ component_id: factor, k: 1.3, b: 0 }];
    const { change_id } = await admin.send(corrections.set, { site_id: corrected, items, reason: 'x' });
    const { assessment_id } = await addAssessment(admin, { assessment_name: '校正考核' });
    const { competence_id = 0 } = await admin.send(competence.add, {
      ...{ subject: 'command', command_kind: 'kb_set', assessment_id },
    });
    const missing = { envelope: { detail: 'competence_missing' } };
    await expect(save(admin, site_id, [{ component_id: factor, k: 2 }])).rejects.toMatchObject(missing);
    await expect(
      admin.send(corrections.place, { site_id: corrected, place: 'device', reason: 'x' }),
    ).rejects.toMatchObject(missing);
    await expect(admin.send(corrections.undo, { change_id })).rejects.toMatchObject(missing);
    await admin.send(competence.remove, { competence_id });
  });
});

describe('interference that the platform takes off', () => {
  test('takes the second person and the competence that setting it in a device does', async () => {
    const { site_id } = await newDevice(app);
    const other = (await app.db.one<{ id: number }>(
      sql`select component_id as id from component where code_2017 = 'a05024'`,
    )) ?? { id: 0 };
    await app.db.run(sql`
      insert into device_factor (site_id, component_id) values (${site_id}, ${factor}), (${site_id}, ${other.id})`);
    await admin.send(corrections.place, { site_id, place: 'platform', reason: 'it cannot' });
    const set = (c: number | undefined, k = 1) =>
      admin.send(corrections.set, {
        ...{ site_id, reason: 'x' },
        items: [{ component_id: factor, k, b: 0, list: c === undefined ? [] : [{ other: other.id, c }] }],
      });
    await admin.send(commandActions.setPolicy, { needs_approval: ['kcc_set'] });
    expect(await set(undefined, 1.1)).toMatchObject({ awaiting_approval: false });
    expect(await set(0.1, 1.1)).toMatchObject({ awaiting_approval: true });
    await admin.send(commandActions.setPolicy, { needs_approval: [] });
    const { change_id } = await set(0.1, 1.1);
    await admin.send(commandActions.setPolicy, { needs_approval: ['kcc_set'] });
    // One user alone can neither remove nor undo it.
    expect(await set(undefined, 1.1)).toMatchObject({ awaiting_approval: true });
    expect(await set(0.1, 1.2)).toMatchObject({ awaiting_approval: false });
    await expect(
      admin.send(corrections.place, { site_id, place: 'device', reason: 'back' }),
    ).rejects.toMatchObject({ envelope: { detail: 'correction_needs_approval' } });
    await expect(admin.send(corrections.undo, { change_id })).rejects.toMatchObject({
      envelope: { detail: 'correction_own_undo' },
    });
    await admin.send(commandActions.setPolicy, { needs_approval: [] });
    const { assessment_id } = await addAssessment(admin, { assessment_name: '干扰考核' });
    const { competence_id = 0 } = await admin.send(competence.add, {
      ...{ subject: 'command', command_kind: 'kcc_set', assessment_id },
    });
    await expect(set(0.2, 1.2)).rejects.toMatchObject({ envelope: { detail: 'competence_missing' } });
    await set(0.1, 1.3);
    await admin.send(competence.remove, { competence_id });
  });
});

describe('a command that waits for its device', () => {
  const powers = ['command.read', 'control.open', 'control.set', 'control.query'];
  async function waiting(make: () => Promise<Person & { client: Client }> = () => person(powers)) {
    const sender = await make();
    const { device, site_id } = await newDevice(app);
    return {
      ...{ sender, device, site_id },
      send: async () => {
        await sender.client.send(controlLease.open, { site_ids: [site_id] });
        const { commands } = await sender.client.send(commandActions.send, {
          ...{ kind: 'time_set', targets: wanted([site_id]) },
        });
        return commands[0]?.command_id ?? 0;
      },
    };
  }
  const ended = (command_id: number) =>
    until(
      async () => (await admin.send(commandLog.list, { command_id })).data_info[0],
      (row) => row?.finished_at !== null,
      60_000,
    );
  const barred = { state: 'cancelled', cancel_reason: 'sender_barred' };

  test('does not go out once its sender is sealed', async () => {
    const { sender, device, send } = await waiting();
    const command_id = await send();
    await app.db.run(sql`update user_account set status = 'sealed' where user_id = ${sender.user_id}`);
    await device.connect();
    expect(await ended(command_id)).toMatchObject(barred);
    expect(device.sends('1012')).toHaveLength(0);
  });

  test('does not go out once its sender’s role has lost the power for it', async () => {
    const { sender, device, send } = await waiting();
    const command_id = await send();
    await app.db.run(sql`
      delete from role_power where role_id = ${sender.role_id}
         and power_id = (select power_id from power where power_code = 'control.set')`);
    await device.connect();
    expect(await ended(command_id)).toMatchObject(barred);
  });

  test('does not go out once its sender no longer sees the site, and goes out while they do', async () => {
    const limited = async () => {
      const made = await makeUser(app.db, await makeRole(app.db, powers));
      return { ...made, client: await app.login(made.account) };
    };
    const give = (user_id: number, site_id: number) =>
      app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${site_id})`);
    const kept = await waiting(limited);
    await give(kept.sender.user_id, kept.site_id);
    const goes = await kept.send();
    const lost = await waiting(limited);
    await give(lost.sender.user_id, lost.site_id);
    const stays = await lost.send();
    await app.db.run(sql`delete from user_site where user_id = ${lost.sender.user_id}`);
    for (const { device } of [kept, lost]) await device.connect();
    expect(await ended(stays)).toMatchObject(barred);
    expect(await ended(goes)).toMatchObject({ state: 'succeeded' });
  });
});
