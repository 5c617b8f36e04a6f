import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { users } from '#shared/contract/access/users.ts';
import { everyCall } from '#shared/contract/index.ts';
import { powerWord } from '#shared/domain/may.ts';
import { powerNames as en } from '#shared/i18n/en/access/power-names.ts';
import { powerNames as zh } from '#shared/i18n/zh/access/power-names.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let learner: Client;

beforeAll(async () => {
  app = await testApp();
  learner = await app.login('learner');
});

test('a refusal names the power that is missing, in the language that was asked for', async () => {
  const { envelope } = await learner.raw(users.add.path, {});
  expect(envelope).toMatchObject({
    code: 16,
    detail: 'power_missing',
    params: { power: 'user.write' },
    message: '您没有“新增、编辑和删除用户”权限，请联系管理员开通',
  });
  const english = await learner.raw(users.add.path, {}, { 'accept-language': 'en' });
  expect(english.envelope.message).toBe(
    'You do not have the permission “Add, edit and delete users”. Please ask an administrator.',
  );
});

test('a power that was renamed is called by its new name, where it has one in that language', async () => {
  await app.db.run(sql`update power set power_name = '管人' where power_code = 'user.write'`);
  const { envelope } = await learner.raw(users.add.path, {});
  expect(envelope).toMatchObject({
    params: { power: 'user.write', power_name: '管人', power_name_en: 'Add, edit and delete users' },
    message: '您没有“管人”权限，请联系管理员开通',
  });
  const inEnglish = async () =>
    (await learner.raw(users.add.path, {}, { 'accept-language': 'en' })).envelope.message;
  expect(await inEnglish()).toContain('“Add, edit and delete users”');
  await app.db.run(sql`update power set power_name_en = '' where power_code = 'user.write'`);
  expect(await inEnglish()).toContain('“管人”');
});

test('every power that a call asks for has a name in both languages', () => {
  const asked = everyCall()
    .map(({ call }) => call.needs)
    .filter((needs) => needs !== 'public' && needs !== 'signed-in');
  const names = [...new Set(asked)].map((needs) => powerWord(needs).replace('powerNames.', ''));
  expect(names.filter((name) => !(name in zh) || !(name in en))).toEqual([]);
});
