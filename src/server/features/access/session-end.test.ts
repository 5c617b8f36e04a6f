import { beforeAll, expect, test } from 'vitest';
import { devices } from '#shared/contract/access/personal.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { type Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser, type Person } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

type End = (person: Person, client: Client) => Promise<unknown>;

const ends: [reason: string, end: End][] = [
  [
    'password_changed',
    (_person, client) =>
      client.send(signIn.changePassword, { old_password: PASSWORD, new_password: 'brand-new' }),
  ],
  ['sealed', ({ user_id }) => admin.send(userActions.seal, { user_id, sealed: true })],
  ['role_changed', ({ user_id }) => admin.send(users.edit, { user_id, version: 1, role_id: 4 })],
  [
    'too_many_devices',
    async ({ account }) => {
      for (let device = 0; device < 5; device++) {
        app.clock.forward(1);
        await app.client().signIn(account);
      }
    },
  ],
  [
    'signed_out_elsewhere',
    async ({ account }) => (await app.client().signIn(account)).send(devices.outOthers, {}),
  ],
  [
    'token_reused',
    async (_person, client) => {
      const stolen = client.tokens?.refresh_token ?? '';
      await client.refresh();
      app.clock.forward(31);
      await app
        .client(client.imei)
        .send(signIn.refresh, { refresh_token: stolen })
        .catch(() => undefined);
    },
  ],
];

test.each(ends)(
  'a session that ended by %s says so at its next call and at its refresh',
  async (reason, end) => {
    const person = await makeUser(app.db, 2);
    const client = await app.client().signIn(person.account);
    await end(person, client);
    const ended = { envelope: { code: 6, detail: `ended_${reason}` } };
    await expect(client.send(signIn.me, {})).rejects.toMatchObject(ended);
    await expect(client.refresh()).rejects.toMatchObject(ended);
  },
);

test('one that the user left in another tab is told like one that ran out', async () => {
  const person = await makeUser(app.db, 2);
  const client = await app.client().signIn(person.account);
  await client.send(signIn.out, {});
  const { envelope } = await client.raw(signIn.me.path, {});
  expect([envelope.code, envelope.detail]).toEqual([6, undefined]);
});
