import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { onlineActions, onlineUsers, users } from '#shared/contract/access/users.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const sessionsOf = async (user_id: number) =>
  (await admin.send(onlineUsers.list, { user_id })).data_info.map(({ session_id }) => session_id);

test('whoever is signed in and active is listed, and whoever has been silent is not', async () => {
  const person = await makeUser(app.db, 2);
  await app.client().signIn(person.account);
  expect((await admin.send(onlineUsers.list, { user_id: person.user_id })).data_info).toMatchObject([
    { account: person.account, current: false },
  ]);
  await app.db.run(sql`
    update session set seen_at = ${app.clock.now}::timestamptz - interval '6 minutes' where user_id = ${person.user_id}`);
  expect(await sessionsOf(person.user_id)).toEqual([]);
});

test('signing a device out ends its next call and says who did it', async () => {
  const person = await makeUser(app.db, 2);
  const client = await app.client().signIn(person.account);
  await admin.send(onlineActions.out, { session_ids: await sessionsOf(person.user_id) });
  await expect(client.send(signIn.me, {})).rejects.toMatchObject({
    fault: 'session_revoked',
    envelope: { detail: 'ended_signed_out_by_administrator' },
  });
  expect(await sessionsOf(person.user_id)).toEqual([]);
});

test('nobody signs out an account that has more than their own', async () => {
  const person = await makeUser(app.db, await makeRole(app.db, ['user.read', 'user.write']));
  const client = await app.client().signIn(person.account);
  const session_ids = await sessionsOf(admin.user?.user_id ?? 0);
  expect(session_ids.length).toBeGreaterThan(0);
  await expect(client.send(onlineActions.out, { session_ids })).rejects.toMatchObject({
    fault: 'no_authority',
  });
  await admin.send(signIn.me, {});
});

test('what deleting an account leaves without anybody is counted and named', async () => {
  const person = await makeUser(app.db, 2);
  const { user_id } = person;
  expect(await admin.send(onlineActions.losses, { user_id })).toEqual({
    shifts: 0,
    orders: 0,
    plans: 0,
    meetings: 0,
    order_list: [],
  });
  await app.db.run(sql`
    with g as (insert into user_group (user_group_name) values ('值班组') returning user_group_id),
         m as (insert into user_group_member (user_group_id, user_id) select user_group_id, ${user_id} from g
               returning user_group_id)
    select from m`);
  await app.db.run(sql`
    insert into user_duty (user_group_id, user_id, weekday, start_time, end_time)
    select user_group_id, user_id, 1, '08:00', '18:00' from user_group_member where user_id = ${user_id}`);
  expect(await admin.send(onlineActions.losses, { user_id })).toMatchObject({ shifts: 1 });
  await admin.send(users.remove, { user_id });
});
