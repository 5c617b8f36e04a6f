import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { bugActions, bugs } from '#shared/contract/platform/bugs.ts';
import { versionNews, versions } from '#shared/contract/platform/versions.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
let operator: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  operator = await app.login('operator');
});

const addVersion = async (version_number: string, sort_level: number, more: object = {}) =>
  Number(
    (await admin.send(versions.add, { version_number, sort_level, version_text: '新功能', ...more }))
      .version_id,
  );
const addBug = async (version_id: number, content = '曲线不显示') =>
  Number(
    (await operator.send(bugs.add, { level: 'serious', bug_type: 'interface', version_id, content })).bug_id,
  );
const bugRow = async (bug_id: number) => (await admin.send(bugs.list, { bug_id })).data_info[0];
const newsOf = async (client: Client) => (await client.send(versionNews.first, {})).version;

test('a number is taken once for each type, whatever its capitals', async () => {
  await addVersion('2.0-RC', 10);
  await expect(addVersion('2.0-rc', 11)).rejects.toMatchObject({ fault: 'version_name_repeated' });
  await addVersion('2.0-rc', 11, { version_type: 'app' });
});

test('the highest level is the newest, and each user is told of it once', async () => {
  const version_id = await addVersion('9.0', 900, { version_text_en: 'New' });
  await addVersion('8.9.1', 890);
  expect(await newsOf(operator)).toMatchObject({
    version_number: '9.0',
    version_text_en: 'New',
    is_new: true,
  });
  await operator.send(versionNews.seen, { version_id });
  expect(await newsOf(operator)).toMatchObject({ is_new: false });
  expect(await newsOf(admin)).toMatchObject({ is_new: true });
  await addVersion('9.1', 910);
  expect(await newsOf(operator)).toMatchObject({ version_number: '9.1', is_new: true });
});

test('nothing is new to an account that is younger than the version', async () => {
  await app.db.run(
    sql`update user_account set created_at = now() + interval '1 day' where account = 'learner'`,
  );
  expect(await newsOf(await app.login('learner'))).toMatchObject({ is_new: false });
});

test('a bug names who reported it and is marked repaired and not repaired again', async () => {
  const bug_id = await addBug(1);
  expect(await bugRow(bug_id)).toMatchObject({
    version_number: '0.1.0',
    repaired: false,
    reporter: operator.user?.real_name,
    repairer: null,
  });
  await admin.send(bugActions.repair, { bug_id, repaired: true });
  expect(await bugRow(bug_id)).toMatchObject({
    repaired: true,
    repairer: admin.user?.real_name,
    repaired_at: expect.any(String),
  });
  await admin.send(bugActions.repair, { bug_id: [bug_id], repaired: false });
  expect(await bugRow(bug_id)).toMatchObject({ repaired: false, repairer: null, repaired_at: null });
});

test('marking twice keeps who repaired it first; marking one that is not there marks none', async () => {
  const bug_id = await addBug(1);
  await admin.send(bugActions.repair, { bug_id, repaired: true });
  const first = await bugRow(bug_id);
  const manager = await app.login('manager');
  await manager.send(bugActions.repair, { bug_id, repaired: true });
  expect(await bugRow(bug_id)).toMatchObject({ repairer: first?.repairer, repaired_at: first?.repaired_at });
  const both = { bug_id: [bug_id, 999_999], repaired: false };
  await expect(admin.send(bugActions.repair, both)).rejects.toMatchObject({ fault: 'no_data' });
  expect(await bugRow(bug_id)).toMatchObject({ repaired: true });
});

test('an edit leaves the reporter as it was; the list is filtered by state, level, type and version', async () => {
  const version_id = await addVersion('3.0', 30);
  const bug_id = await addBug(version_id);
  await admin.send(bugs.edit, { bug_id, version: 1, level: 'fatal' });
  const found = async (query: object) =>
    (await admin.send(bugs.list, { version_id, ...query })).data_info.map((bug) => bug.bug_id);
  expect(await bugRow(bug_id)).toMatchObject({ reporter: operator.user?.real_name, level: 'fatal' });
  expect(await found({ repaired: false, level: 'fatal', bug_type: 'interface' })).toEqual([bug_id]);
  expect(await found({ repaired: true })).toEqual([]);
});

test('a version that bugs were found in cannot be deleted, and an unknown one cannot be named', async () => {
  const version_id = await addVersion('4.0', 40);
  await addBug(version_id);
  await expect(admin.send(versions.remove, { version_id })).rejects.toMatchObject({
    fault: 'delete_failed',
    envelope: { detail: 'in_use' },
  });
  await expect(addBug(999_999)).rejects.toMatchObject({
    fault: 'parameter_error',
    envelope: { fields: [{ field: 'version_id', problem: 'unknown_value' }] },
  });
});
