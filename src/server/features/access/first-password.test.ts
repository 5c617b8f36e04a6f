import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { everyCall } from '#shared/contract/index.ts';
import { type Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

/** The state after the first start of a production instance. */
async function firstAdministrator(): Promise<Client> {
  const { account, user_id } = await makeUser(app.db, 0);
  await app.db.run(sql`update user_account set must_change_password = true where user_id = ${user_id}`);
  return app.client().signIn(account);
}

test('an account with the first password is told so at sign-in, and can do nothing but change it or sign out', async () => {
  const client = await firstAdministrator();
  expect(client.user).toMatchObject({ role_id: 0, must_change_password: true });
  const open = [signIn.changePassword.path, signIn.me.path, signIn.out.path];
  const closed = everyCall()
    .map(({ call }) => call)
    .filter(({ needs, path }) => needs !== 'public' && !open.includes(path));
  expect(closed.length).toBeGreaterThan(100);
  for (const { path } of closed) {
    const { envelope } = await client.raw(path, {});
    expect([path, envelope.code, envelope.detail]).toEqual([path, 16, 'must_change_password']);
  }
  expect(await client.upload('x.txt', 'x')).toMatchObject({ code: 16, detail: 'must_change_password' });
  await expect(client.send(signIn.me, {})).resolves.toMatchObject({ user: { must_change_password: true } });
  await expect(client.send(signIn.out, {})).resolves.toEqual({});
});

test('the new password must be another one; after it everything is open', async () => {
  const client = await firstAdministrator();
  const change = (new_password: string) =>
    client.send(signIn.changePassword, { old_password: PASSWORD, new_password });
  await expect(change(PASSWORD)).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'new_password', problem: 'same_as_old' }] },
  });
  await change('my-own-one');
  const again = await app.client().signIn(client.user?.account ?? '', 'my-own-one');
  expect(again.user?.must_change_password).toBe(false);
  const { envelope } = await again.raw('/auth_login/login/role/data', {});
  expect(envelope.code).toBe(0);
});
