import { beforeAll, expect, test } from 'vitest';
import { devices, notices } from '#shared/contract/access/personal.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const anyone = async () => (await makeUser(app.db, 4)).account;

test('a user sees where the account is signed in, this device first, and signs out there', async () => {
  const account = await anyone();
  const there = await app.client('there').signIn(account);
  const here = await app.client('here').signIn(account);
  const { data_info } = await here.send(devices.data, {});
  expect(data_info.map(({ current }) => current)).toEqual([true, false]);
  expect(data_info[0]).toMatchObject({ platform: 'Web', ip: '127.0.0.1' });

  await here.send(devices.out, { session_id: data_info[1]?.session_id ?? '' });
  await expect(there.send(signIn.me, {})).rejects.toMatchObject({ envelope: { code: 6 } });
  expect((await here.send(devices.data, {})).total).toBe(1);
  const log = await (await app.login('admin')).send(audit.list, { account, action: 'sign_out' });
  expect(log.data_info).toMatchObject([{ entity: 'session', after: { ip: '127.0.0.1' } }]);
});

test('one signs out everywhere else at once', async () => {
  const account = await anyone();
  const others = [await app.client().signIn(account), await app.client().signIn(account)];
  const stranger = await app.client().signIn(await anyone());
  const here = await app.client().signIn(account);
  expect(await here.send(devices.outOthers, {})).toEqual({ count: 2 });
  for (const other of others) {
    await expect(other.send(signIn.me, {})).rejects.toMatchObject({
      envelope: { code: 6, detail: 'ended_signed_out_elsewhere' },
    });
  }
  await expect(here.send(signIn.me, {})).resolves.toBeDefined();
  await expect(stranger.send(signIn.me, {})).resolves.toBeDefined();
  const log = await (await app.login('admin')).send(audit.list, { account, action: 'sign_out' });
  expect(log.data_info).toMatchObject([{ entity: 'session', after: { devices: 2 } }]);
  expect(await here.send(devices.outOthers, {})).toEqual({ count: 0 });
});

test('a device was last seen at its last call, to the minute', async () => {
  const client = await app.client().signIn(await anyone());
  const seen = async () => {
    await client.send(signIn.me, {});
    return Date.parse((await client.send(devices.data, {})).data_info[0]?.seen_at ?? '');
  };
  const first = await seen();
  app.clock.forward(59);
  expect(await seen()).toBe(first);
  app.clock.forward(2);
  expect(await seen()).toBe(first + 61_000);
});

test('nobody signs another account out, or one that is out already', async () => {
  const [mine, other] = [
    await app.client().signIn(await anyone()),
    await app.client().signIn(await anyone()),
  ];
  const session_id = (await other.send(devices.data, {})).data_info[0]?.session_id ?? '';
  await expect(mine.send(devices.out, { session_id })).rejects.toMatchObject({ envelope: { code: 10 } });
  await expect(other.send(signIn.me, {})).resolves.toBeDefined();
  await other.send(signIn.out, {});
  await expect(mine.send(devices.out, { session_id })).rejects.toMatchObject({ envelope: { code: 10 } });
});

test('what to be told of is each user’s own, and mail needs an address', async () => {
  const [one, two] = [await app.client().signIn(await anyone()), await app.client().signIn(await anyone())];
  const first = await one.send(notices.data, {});
  expect(first).toEqual({
    email: '',
    in_app: ['alarm', 'order', 'report', 'meeting', 'platform'],
    by_sms: [],
    by_email: [],
  });
  const chosen = { email: 'a@b.cn', in_app: [], by_sms: ['alarm' as const], by_email: ['report' as const] };
  for (let time = 0; time < 2; time++) await one.send(notices.set, chosen);
  expect(await one.send(notices.data, {})).toEqual(chosen);
  expect(await two.send(notices.data, {})).toEqual(first);
  await expect(one.send(notices.set, { ...chosen, email: '' })).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'email', problem: 'required' }] },
  });
  await expect(one.send(notices.set, { ...chosen, email: 'nowhere' })).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'email', problem: 'bad_email' }] },
  });
});

test('name and portrait are changed apart', async () => {
  const client = await app.client().signIn(await anyone());
  const avatar = `/file/picture/${'0a'.repeat(32)}`;
  await client.send(signIn.editMe, { avatar });
  await client.send(signIn.editMe, { real_name: '新名' });
  expect((await client.send(signIn.me, {})).user).toMatchObject({ real_name: '新名', avatar });
  await expect(client.send(signIn.editMe, { avatar: 'https://example.com/x.png' })).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'avatar', problem: 'bad_format' }] },
  });
  await client.send(signIn.editMe, { avatar: '' });
  expect((await client.send(signIn.me, {})).user).toMatchObject({ real_name: '新名', avatar: '' });
});
