import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { face } from '#shared/contract/platform/face.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { type Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

async function setRule(rule: object): Promise<void> {
  const limits = await admin.send(loginLimits.data, {});
  await admin.send(loginLimits.set, { ...limits, ...rule });
}

const loose = {
  register_open: true,
  password_min: 6,
  password_kinds: 1,
  password_not_account: false,
  password_days: 0,
  password_history: 0,
};
beforeEach(() => setRule(loose));

const refusedFor = (field: string, problem: string) => ({
  fault: 'parameter_error',
  envelope: { fields: [{ field, problem }] },
});

test('every way to set a password keeps the rule', async () => {
  await setRule({ password_min: 10, password_kinds: 3, password_not_account: true });
  const person = await makeUser(app.db, 4);
  const own = await app.client().signIn(person.account);
  const mobile = '13711110000';
  await expect(
    admin.send(users.add, { account: 'newcomer', real_name: '新', role_id: 4, password: 'Short1!' }),
  ).rejects.toMatchObject(refusedFor('password', 'too_short'));
  await expect(
    admin.send(userActions.addNormal, { real_name: '新', mobile, role_id: 4, password: `Aa!${mobile}` }),
  ).rejects.toMatchObject(refusedFor('password', 'password_account'));
  await expect(
    admin.send(userActions.resetPassword, { user_id: person.user_id, password: 'onlysmallletters' }),
  ).rejects.toMatchObject(refusedFor('password', 'password_kinds'));
  await expect(
    own.send(signIn.changePassword, { old_password: PASSWORD, new_password: `${person.account}#Abc1` }),
  ).rejects.toMatchObject(refusedFor('new_password', 'password_account'));
  // The policy is checked before the code, which would be used up.
  const codeless = { mobile, code: '000000', password: 'abcdef' };
  await expect(app.client().send(signIn.register, { ...codeless, real_name: '新' })).rejects.toMatchObject(
    refusedFor('password', 'too_short'),
  );
  await expect(app.client().send(signIn.findPassword, codeless)).rejects.toMatchObject(
    refusedFor('password', 'too_short'),
  );
  await admin.send(users.add, { account: 'newcomer', real_name: '新', role_id: 4, password: 'Lantern-2026' });
});

test('earlier passwords do not come back before as many others as the rule says', async () => {
  await setRule({ password_history: 2 });
  const { user_id } = await makeUser(app.db, 4);
  const reset = (password: string) => admin.send(userActions.resetPassword, { user_id, password });
  await expect(reset(PASSWORD)).rejects.toMatchObject(refusedFor('password', 'password_used'));
  await reset('second-one');
  await expect(reset(PASSWORD)).rejects.toMatchObject(refusedFor('password', 'password_used'));
  await reset('third-one');
  await reset(PASSWORD);
});

test('a password that is too old is changed before anything else', async () => {
  const person = await makeUser(app.db, 4);
  await setRule({ password_days: 30 });
  await app.db.run(sql`
    update user_account set password_changed_at = ${app.clock.now}::timestamptz - interval '31 days'
     where user_id = ${person.user_id}`);
  const client = await app.client().signIn(person.account);
  expect(client.user?.must_change_password).toBe(true);
  await client.send(signIn.changePassword, { old_password: PASSWORD, new_password: 'fresh-enough' });
  const again = await app.client().signIn(person.account, 'fresh-enough');
  expect(again.user?.must_change_password).toBe(false);
});

test('only those who cover everyone make the rule looser', async () => {
  await setRule({ password_min: 12 });
  const manager = await app.login('manager');
  const limits = await manager.send(loginLimits.data, {});
  await expect(manager.send(loginLimits.set, { ...limits, password_min: 8 })).rejects.toMatchObject({
    fault: 'no_authority',
    envelope: { fields: [{ field: 'password_min', problem: 'limit_loosened' }] },
  });
  await manager.send(loginLimits.set, { ...limits, password_min: 14 });
});

test('closed registration sends no codes and makes no accounts, and sign-in does not offer it', async () => {
  await setRule({ register_open: false });
  const stranger = app.client();
  expect(await stranger.send(face.data, {})).toMatchObject({ register: false, find_password: true });
  await expect(stranger.send(signIn.sendCode, { mobile: '13711112222' })).rejects.toMatchObject({
    envelope: { detail: 'register_closed' },
  });
  await expect(
    stranger.send(signIn.register, {
      mobile: '13711112222',
      code: '000000',
      real_name: '新',
      password: 'abcdef',
    }),
  ).rejects.toMatchObject({ envelope: { detail: 'register_closed' } });
});

test('sign-in shows what administrators made of it, without a session', async () => {
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, { version, platform_title: '滨海监测', platform_title_en: 'Coast' });
  await expect
    .poll(() => app.client().send(face.data, {}))
    .toMatchObject({ title: '滨海监测', title_en: 'Coast', logo: null, password: { password_min: 6 } });
});
