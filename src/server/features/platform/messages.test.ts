import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { inBoth, notify } from '#server/messages/notify.ts';
import { notices } from '#shared/contract/access/personal.ts';
import { inbox, messageActions, messages } from '#shared/contract/platform/messages.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { webReceiver } from '#test/helpers/receivers.ts';
import { askCode } from '#test/helpers/sms.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const tell = (user_ids: readonly number[], subject: string) =>
  notify(app.app, app.db, user_ids, { kind: 'report', subject, body: 'x' });
const told = (subject: string) =>
  app.db.rows<{ channel: string; recipient: string }>(sql`
    select channel, recipient from message where subject = ${subject} order by channel`);

test('a user is told in the ways that they have chosen, and in no other', async () => {
  const { user_id, account, mobile } = await makeUser(app.db, 2);
  const user = await app.client().signIn(account);
  await tell([user_id], 'unchosen');
  expect(await told('unchosen')).toEqual([{ channel: 'in_app', recipient: account }]);

  const report = ['report' as const];
  await user.send(notices.set, { email: 'a@b.cn', in_app: [], by_sms: report, by_email: report });
  await tell([user_id], 'chosen');
  expect(await told('chosen')).toEqual([
    { channel: 'email', recipient: 'a@b.cn' },
    { channel: 'sms', recipient: mobile },
  ]);
  await user.send(notices.set, { email: 'a@b.cn', in_app: ['alarm'], by_sms: ['alarm'], by_email: [] });
  await tell([user_id], 'nothing');
  expect(await told('nothing')).toEqual([]);
});

test('a webhook, where one is set, is told once of what several users are told', async () => {
  const web = await webReceiver();
  const admin = await app.login('admin');
  const set = async (webhook_provider: 'webhook' | null) => {
    const { version } = await admin.send(platformConfig.data, {});
    await admin.send(platformConfig.set, { version, webhook_provider, webhook_url: web.url });
  };
  await set('webhook');
  const [one, other] = [await makeUser(app.db, 2), await makeUser(app.db, 2)];
  await tell([one.user_id, other.user_id], 'hooked');
  expect((await told('hooked')).map(({ channel }) => channel)).toEqual(['in_app', 'in_app', 'webhook']);
  await expect.poll(() => web.received, { timeout: 30_000 }).toHaveLength(1);
  expect(web.received[0]?.body).toMatchObject({ kind: 'report', subject: 'hooked', text: 'x' });
  await set(null);
});

test('whoever cannot sign in, or has no number, is told nothing there', async () => {
  const [sealed, bare] = [await makeUser(app.db, 2), await makeUser(app.db, 2)];
  const by_sms = ['report' as const];
  for (const { account } of [sealed, bare]) {
    const user = await app.client().signIn(account);
    await user.send(notices.set, { email: '', in_app: [], by_sms, by_email: [] });
  }
  await app.db.run(sql`update user_account set status = 'sealed' where user_id = ${sealed.user_id}`);
  await app.db.run(sql`update user_account set mobile = null where user_id = ${bare.user_id}`);
  await tell([sealed.user_id, bare.user_id], 'unreachable');
  expect(await told('unreachable')).toEqual([]);
});

test('everyone finds their own in-app messages, newest first, and reads them once', async () => {
  const [one, other] = [await makeUser(app.db, 4), await makeUser(app.db, 4)];
  await tell([one.user_id, other.user_id], 'both');
  await tell([one.user_id], 'only one');
  const client = await app.client().signIn(one.account);
  const first = await client.send(inbox.data, {});
  expect(first).toMatchObject({
    total: 2,
    unread: 2,
    data_info: [{ subject: 'only one' }, { subject: 'both' }],
  });
  await client.send(inbox.read, { message_id: first.data_info[0]?.message_id ?? 0 });
  expect(await client.send(inbox.data, {})).toMatchObject({ total: 2, unread: 0 });
  const another = await app.client().signIn(other.account);
  expect(await another.send(inbox.data, {})).toMatchObject({ total: 1, unread: 1 });
});

test('a message comes in each language and with the page of what it is about, its mail in both at once', async () => {
  const { user_id, account } = await makeUser(app.db, 4);
  const user = await app.client().signIn(account);
  await user.send(notices.set, {
    email: 'reader@example.com',
    in_app: ['order'],
    by_sms: [],
    by_email: ['order'],
  });
  const said = {
    zh: { subject: '已派单', body: '同一行\n苏州' },
    en: { subject: 'Assigned', body: '同一行\nSuzhou' },
  };
  const notice = { kind: 'order' as const, ...inBoth(said), path: '/workorder/orders?order=7' };
  await notify(app.app, app.db, [user_id], notice);
  const subject = '已派单 · Assigned';
  expect((await user.send(inbox.data, {})).data_info).toMatchObject([{ subject, said, path: notice.path }]);
  const mail = await app.db.one(sql`
    select subject, body, details from message where user_id = ${user_id} and channel = 'email'`);
  expect(mail).toEqual({ subject, body: '同一行\n苏州\nSuzhou', details: {} });
});

test('a code is shown to the super administrator alone', async () => {
  await askCode(app.client(), '13455550001');
  const bodies = await Promise.all(
    ['admin', 'manager', 'auditor'].map(async (account) => {
      const list = await (await app.login(account)).send(messages.list, { recipient: '13455550001' });
      return list.data_info[0]?.body;
    }),
  );
  expect(bodies[0]).toMatch(/ \d{6}，/);
  expect(bodies.slice(1)).toEqual([
    expect.stringContaining(' ******，'),
    expect.stringContaining(' ******，'),
  ]);
});

test('messages are found by way, state, kind, time and word', async () => {
  const admin = await app.login('admin');
  await app.db.run(sql`
    insert into message (channel, recipient, kind, subject, body, state, error, created_at, next_at)
    values ('email', 'find@example.com', 'alarm', '超标', 'x', 'failed', '550 no', '2026-01-02T00:00:00Z', now()),
           ('webhook', 'webhook', 'alarm', '超标', 'x', 'sent', null, '2026-01-03T00:00:00Z', now())`);
  const found = async (query: Record<string, unknown>) =>
    (await admin.send(messages.list, { kind: 'alarm', ...query })).data_info.map(({ channel }) => channel);
  expect(await found({})).toEqual(['webhook', 'email']);
  expect(await found({ state: 'failed' })).toEqual(['email']);
  expect(await found({ channel: 'webhook' })).toEqual(['webhook']);
  expect(await found({ created_at_from: '2026-01-02T12:00:00Z' })).toEqual(['webhook']);
  expect(await found({ keyword: '550' })).toEqual(['email']);
});

test('a waiting message is tried next when its own turn has come and its way out is open again', async () => {
  const admin = await app.login('admin');
  const inHours = (hours: number) => new Date(app.clock.now.getTime() + hours * 3_600_000).toISOString();
  await app.db.run(sql`update message_lane set failures = 1, open_at = ${inHours(2)} where channel = 'sms'`);
  await app.db.run(sql`
    insert into message (channel, recipient, kind, body, state, next_at)
    values ('sms', 'next', 'order', 'x', 'queued', ${inHours(3)}), ('sms', 'next', 'order', 'x', 'queued', ${inHours(1)}),
           ('sms', 'next', 'order', 'x', 'failed', ${inHours(1)})`);
  const { data_info } = await admin.send(messages.list, {
    recipient: 'next',
    sort: 'message_id',
    order: 'asc',
  });
  expect(data_info.map(({ next_at }) => next_at)).toEqual([inHours(3), inHours(2), null]);
  await app.db.run(sql`update message_lane set failures = 0, open_at = '-infinity' where channel = 'sms'`);
});

test('what failed is sent again by hand; what was sent, and codes, are not', async () => {
  const admin = await app.login('admin');
  const put = async (kind: string, state: string) => {
    const row = await app.db.one<{ message_id: number }>(sql`
      insert into message (channel, recipient, kind, body, state, tries, error)
      values ('email', 'again@example.com', ${kind}, 'x', ${state}, 10, 'why') returning message_id`);
    return row?.message_id ?? 0;
  };
  const failed = await put('report', 'failed');
  await admin.send(messageActions.retry, { message_id: failed });
  const row = () => app.db.one(sql`select state, error, provider from message where message_id = ${failed}`);
  await expect.poll(row).toEqual({ state: 'sent', error: null, provider: 'outbox' });
  for (const message_id of [await put('report', 'sent'), await put('code', 'failed')]) {
    await expect(admin.send(messageActions.retry, { message_id })).rejects.toMatchObject({
      envelope: { code: 40 },
    });
  }
});

test('whoever sees only some sites reads what others were told of sites no more than the sites', async () => {
  const reader = await makeUser(app.db, await makeRole(app.db, ['message.read']));
  const other = await makeUser(app.db, 2);
  const say = (kind: 'alarm' | 'order' | 'report' | 'meeting', subject: string, ...user_ids: number[]) =>
    notify(app.app, app.db, user_ids, { kind, subject, body: `${subject} at 别处站` });
  for (const kind of ['alarm', 'order', 'report'] as const)
    await say(kind, `unseen ${kind}`, other.user_id, reader.user_id);
  await say('meeting', 'unseen meeting', other.user_id);
  const client = await app.login(reader.account);
  const shown = async (recipient: string) =>
    (await client.send(messages.list, { recipient, page_size: 100 })).data_info.map(
      ({ kind, subject, body }) => [kind, subject, body],
    );
  expect((await shown(other.account)).sort()).toEqual([
    ['alarm', '', ''],
    ['meeting', 'unseen meeting', 'unseen meeting at 别处站'],
    ['order', '', ''],
    ['report', '', ''],
  ]);
  expect(await shown(reader.account)).toHaveLength(3);
  // A search does not find it either.
  const found = await client.send(messages.list, { keyword: '别处站', recipient: other.account });
  expect(found.data_info.map(({ kind }) => kind)).toEqual(['meeting']);
  const auditor = await app.login('auditor');
  expect((await auditor.send(messages.list, { keyword: '别处站', recipient: other.account })).total).toBe(4);
});
