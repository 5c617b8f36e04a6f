import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { type Client, PASSWORD, Refused, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let manager: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  manager = await app.login('manager');
});

const newSuper = (account: string) => ({ account, real_name: '某', role_id: 0, password: PASSWORD });
const rowOf = async (account: string) => {
  const row = (await admin.send(users.list, { keyword: account })).data_info[0];
  return { user_id: row?.user_id ?? 0, version: row?.version ?? 0 };
};

test('the super administrator makes a second one, new or of an account that is there', async () => {
  await admin.send(users.add, newSuper('second'));
  const second = await app.client().signIn('second');
  expect(second.user?.role_id).toBe(0);
  const { account } = await makeUser(app.db, 2);
  await admin.send(users.edit, { ...(await rowOf(account)), role_id: 0 });
  expect((await app.client().signIn(account)).user?.role_id).toBe(0);
});

test('nobody else makes one, of themselves or of others', async () => {
  const exceeded = { envelope: { code: 13 } };
  await expect(manager.send(users.add, newSuper('third'))).rejects.toMatchObject(exceeded);
  const { account } = await makeUser(app.db, 2);
  await expect(manager.send(users.edit, { ...(await rowOf(account)), role_id: 0 })).rejects.toMatchObject(
    exceeded,
  );
  await expect(manager.send(users.edit, { ...(await rowOf('manager')), role_id: 0 })).rejects.toMatchObject(
    exceeded,
  );
});

test('one takes the role from another, seals or deletes them; nobody else does', async () => {
  const [one, two, three] = [await makeUser(app.db, 0), await makeUser(app.db, 0), await makeUser(app.db, 0)];
  await expect(manager.send(userActions.seal, { user_id: one.user_id, sealed: true })).rejects.toBeInstanceOf(
    Refused,
  );
  await expect(manager.send(users.remove, { user_id: two.user_id })).rejects.toBeInstanceOf(Refused);
  await admin.send(userActions.seal, { user_id: one.user_id, sealed: true });
  await admin.send(users.remove, { user_id: two.user_id });
  await admin.send(users.edit, { ...(await rowOf(three.account)), role_id: 2 });
  expect((await app.client().signIn(three.account)).user?.role_id).toBe(2);
  await expect(admin.send(users.remove, { user_id: admin.user?.user_id ?? 0 })).rejects.toMatchObject({
    envelope: { code: 32 },
  });
});

test('of two who delete each other at the same moment one stays', async () => {
  await app.db.run(sql`update user_account set role_id = 2 where role_id = 0 and account <> 'admin'`);
  const other = await makeUser(app.db, 0);
  const clients = [admin, await app.client().signIn(other.account)] as const;
  await Promise.allSettled([
    clients[0].send(users.remove, { user_id: other.user_id }),
    clients[1].send(users.remove, { user_id: admin.user?.user_id ?? 0 }),
  ]);
  const left = await app.db.rows(sql`select from user_account where role_id = 0 and status = 'normal'`);
  expect(left).toHaveLength(1);
  await expect(app.db.run(sql`delete from user_account where role_id = 0`)).rejects.toThrow(
    'the super administrator cannot be deleted',
  );
});
