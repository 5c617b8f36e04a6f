import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { mailReceiver, smtpAt, webReceiver } from '#test/helpers/receivers.ts';
import { giveUp, startOutbox } from './outbox.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  admin = await app.login('admin');
  await app.db.run(sql`delete from message`);
});

async function set(changes: Record<string, unknown>): Promise<void> {
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, { version, ...changes });
}
const useMail = (smtp_port: number) =>
  set({
    ...smtpAt(smtp_port),
    mail_from: '监测平台 <noreply@example.com>',
  });

async function put(channel: 'email' | 'webhook' | 'sms', recipient: string, body = 'x'): Promise<number> {
  const now = app.clock.now;
  const row = await app.db.one<{ message_id: number }>(sql`
    insert into message (channel, recipient, kind, subject, body, created_at, next_at)
    values (${channel}, ${recipient}, 'report', '报表', ${body}, ${now}, ${now}) returning message_id`);
  return row?.message_id ?? 0;
}

/** Advances the clock to that time and wakes the outbox. */
async function passUntil(time: string | undefined): Promise<void> {
  const seconds = (new Date(time ?? 0).getTime() - app.clock.now.getTime()) / 1000;
  if (seconds > 0) app.clock.forward(seconds);
  await app.db.run(sql`select pg_notify('changed', 'messages')`);
}

const refusal = (responseCode: number, why: string) => Object.assign(new Error(why), { responseCode });

interface Kept {
  state: string;
  tries: number;
  error: string | null;
  provider: string | null;
}
const kept = async (message_id: number) =>
  app.db.one<Kept>(sql`select state, tries, error, provider from message where message_id = ${message_id}`);
/** Advances the clock to the next attempt. */
async function later(message_id: number): Promise<Kept | undefined> {
  const row = await app.db.one<{ next_at: string }>(
    sql`select next_at from message where message_id = ${message_id}`,
  );
  await passUntil(row?.next_at);
  return kept(message_id);
}
const becomes = (message_id: number, what: Partial<Record<keyof Kept, unknown>>) =>
  expect.poll(() => kept(message_id), { timeout: 30_000 }).toMatchObject(what);

describe('mail', () => {
  test('goes out over SMTP in the words it was written in', async () => {
    const mail = await mailReceiver();
    await useMail(mail.port);
    const message_id = await put('email', 'someone@example.com', '日报已生成');
    await becomes(message_id, { state: 'sent', tries: 1, error: null, provider: 'smtp' });
    expect(mail.letters).toHaveLength(1);
    expect(mail.letters[0]).toContain(`Message-ID: <message-${message_id}@example.com>`);
    expect(mail.letters[0]).toContain('To: someone@example.com');
    expect(mail.letters[0]).toContain(Buffer.from('日报已生成').toString('base64'));
  });

  test('is not lost while its server is away, and goes out when it is back', async () => {
    const gone = await mailReceiver();
    await gone.stop();
    await useMail(gone.port);
    const waiting = await Promise.all(['a', 'b', 'c'].map((name) => put('email', `${name}@example.com`)));
    // More failures than a message may have: an unavailable server does not count as an attempt.
    const failuresLater = async () => {
      const lane = await app.db.one<{ failures: number; open_at: string }>(sql`
        select failures, nullif(open_at, '-infinity') as open_at from message_lane where channel = 'email'`);
      await passUntil(lane?.open_at);
      return lane?.failures;
    };
    await expect.poll(failuresLater, { timeout: 60_000, interval: 100 }).toBeGreaterThan(12);
    const refused = expect.stringContaining('ECONNREFUSED');
    for (const message_id of waiting)
      await becomes(message_id, { state: 'queued', tries: 0, error: refused });

    const back = await mailReceiver(gone.port);
    // An attempt that was under way may still fail, so that the lane or the message waits again: advance the clock
    // until all are sent.
    const unsentLater = async () => {
      await failuresLater();
      const unsent = await app.db.rows<{ next_at: string }>(sql`
        select * from message where message_id = any(${waiting}) and (state <> 'sent' or error is not null)`);
      for (const { next_at } of unsent) await passUntil(next_at);
      return unsent;
    };
    await expect.poll(unsentLater, { timeout: 60_000, interval: 100 }).toEqual([]);
    // A message that was being sent when the clock jumped may have been sent twice, with the same number.
    const numbers = back.letters.map((letter) => /Message-ID: <message-(\d+)@/.exec(letter)?.[1]);
    expect(new Set(numbers)).toEqual(new Set(waiting.map(String)));
  });

  test('that its server refuses holds up no other, is tried again ever later, and is given up with the reason', async () => {
    const mail = await mailReceiver(0, {
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('nobody') ? refusal(550, 'no such mailbox') : null),
    });
    await useMail(mail.port);
    const poison = await put('email', 'nobody@example.com');
    const others = await Promise.all(Array.from({ length: 8 }, (_, i) => put('email', `${i}@example.com`)));
    for (const message_id of others) await becomes(message_id, { state: 'sent' });
    await becomes(poison, { state: 'queued', tries: 1, error: expect.stringContaining('no such mailbox') });
    await expect
      .poll(() => later(poison), { timeout: 60_000, interval: 100 })
      .toMatchObject({ state: 'failed', tries: 10, error: expect.stringContaining('no such mailbox') });
    expect(mail.letters).toHaveLength(8);
  });

  test('that its server refuses for now holds up no other, loses no try, and is tried ever later for a week', async () => {
    let refusals = 0;
    let isBusy = true;
    const mail = await mailReceiver(0, {
      onRcptTo: ({ address }, _session, done) => {
        const isRefused = isBusy && address.startsWith('grey');
        if (isRefused) refusals++;
        done(isRefused ? refusal(450, 'come back later') : null);
      },
    });
    await useMail(mail.port);
    const grey = await put('email', 'grey@example.com');
    const waits = { state: 'queued', tries: 0, error: expect.stringContaining('come back later') };
    await becomes(grey, waits);
    const other = await put('email', 'other@example.com');
    await becomes(other, { state: 'sent' });
    const refusalsLater = () => later(grey).then(() => refusals);
    await expect.poll(refusalsLater, { timeout: 60_000, interval: 100 }).toBeGreaterThan(15);
    await becomes(grey, waits);
    isBusy = false;
    await expect
      .poll(() => later(grey), { timeout: 60_000, interval: 100 })
      .toMatchObject({ state: 'sent', error: null });

    isBusy = true;
    const old = await put('email', 'grey@example.com');
    await becomes(old, waits);
    app.clock.forward(8 * 86_400);
    await passUntil(undefined);
    await becomes(old, { ...waits, state: 'failed' });
  });

  test('over which its server hangs up waits by itself, as the server still opens to others', async () => {
    const mail = await mailReceiver(0, {
      onData: (stream, session, done) => {
        stream.resume();
        const hangsUp = session.envelope.rcptTo.some(({ address }) => address.startsWith('bomb'));
        stream.on('end', () => done(hangsUp ? refusal(421, 'closing') : null));
      },
    });
    await useMail(mail.port);
    const bomb = await put('email', 'bomb@example.com');
    await becomes(bomb, { state: 'queued', tries: 0, error: expect.stringContaining('closing') });
    const other = await put('email', 'other@example.com');
    await becomes(other, { state: 'sent' });
  });

  test('whose password is wrong waits for the right one, and then goes at once', async () => {
    const mail = await mailReceiver(0, {
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username }) : done(new Error('bad password')),
      allowInsecureAuth: true,
    });
    await useMail(mail.port);
    await set({ smtp_user: 'platform', smtp_password: 'wrong' });
    const message_id = await put('email', 'someone@example.com');
    await becomes(message_id, { state: 'queued', tries: 0, error: expect.stringContaining('bad password') });
    await set({ smtp_password: 'right' });
    await becomes(message_id, { state: 'sent' });
    await set({ smtp_user: null, smtp_password: null });
  });
});

describe('a webhook', () => {
  test('gets the message signed and numbered', async () => {
    const web = await webReceiver();
    await set({ webhook_provider: 'webhook', webhook_url: web.url, webhook_secret: 'shared' });
    const message_id = await put('webhook', 'webhook', 'text');
    await becomes(message_id, { state: 'sent', provider: 'webhook' });
    const [{ headers, body } = { headers: {}, body: {} }] = web.received;
    expect(body).toEqual({ message_id, kind: 'report', subject: '报表', text: 'text' });
    expect(headers['x-lanjing-message']).toBe(String(message_id));
    const expected = createHmac('sha256', 'shared').update(JSON.stringify(body)).digest('hex');
    expect(headers['x-lanjing-signature']).toBe(`sha256=${expected}`);
  });

  test('that is slow with one message gets the others meanwhile', async () => {
    const web = await webReceiver();
    let answerLate = () => {};
    web.answer = (response, { text }) => {
      const done = () => response.writeHead(200).end();
      if (text === 'hang') answerLate = done;
      else done();
    };
    await set({ webhook_provider: 'webhook', webhook_url: web.url });
    const hanging = await put('webhook', 'webhook', 'hang');
    await expect.poll(() => web.received.length).toBe(1);
    const others = await Promise.all(Array.from({ length: 4 }, () => put('webhook', 'webhook')));
    for (const message_id of others) await becomes(message_id, { state: 'sent' });
    expect(await kept(hanging)).toMatchObject({ state: 'queued' });
    answerLate();
    await becomes(hanging, { state: 'sent' });
  });
});

test.each([
  ['an error of its own', (response: ServerResponse) => response.writeHead(500).end(), 0],
  ['nothing, and hangs up', (response: ServerResponse) => response.destroy(), 0],
  ['a refusal', (response: ServerResponse) => response.writeHead(422).end(), 1],
])('a webhook that answers one message with %s gets the others', async (_what, failing, tries) => {
  const web = await webReceiver();
  web.answer = (response, { text }) =>
    text === 'poison' ? failing(response) : response.writeHead(200).end();
  await set({ webhook_provider: 'webhook', webhook_url: web.url });
  const poison = await put('webhook', 'webhook', 'poison');
  await becomes(poison, { state: 'queued', tries, error: expect.any(String) });
  const others = await Promise.all(Array.from({ length: 4 }, () => put('webhook', 'webhook')));
  for (const message_id of others) await becomes(message_id, { state: 'sent' });
});

test('messages that could not be sent for a week are given up with the reason, except those being sent', async () => {
  const weekAgo = new Date(app.clock.now.getTime() - 8 * 86_400_000);
  const soon = new Date(app.clock.now.getTime() + 60_000);
  await app.db.run(sql`update message_lane set failures = 1, open_at = 'infinity' where channel = 'sms'`);
  for (const [subject, created_at, next_at] of [
    ['late', weekAgo, weekAgo],
    ['under way', weekAgo, soon],
    ['fresh', app.clock.now, app.clock.now],
  ] as const) {
    await app.db.run(sql`
      insert into message (channel, recipient, kind, subject, body, error, created_at, next_at)
      values ('sms', '13312345678', 'report', ${subject}, 'x', 'away', ${created_at}, ${next_at})`);
  }
  await giveUp(app.app);
  expect(await app.db.rows(sql`select subject, state, error from message order by message_id`)).toEqual([
    { subject: 'late', state: 'failed', error: 'away' },
    { subject: 'under way', state: 'queued', error: 'away' },
    { subject: 'fresh', state: 'queued', error: 'away' },
  ]);
  await app.db.run(sql`update message_lane set failures = 0, open_at = '-infinity' where channel = 'sms'`);
});

describe('several servers', () => {
  test('share one outbox without sending anything twice', async () => {
    const web = await webReceiver();
    await set({ webhook_provider: 'webhook', webhook_url: web.url });
    const others = [1, 2].map(() => startOutbox(app.app, { onChange: () => () => undefined }));
    const messages = await Promise.all(Array.from({ length: 40 }, () => put('webhook', 'webhook')));
    for (const message_id of messages) await becomes(message_id, { state: 'sent', tries: 1 });
    await Promise.all(others.map(({ stop }) => stop()));
    expect(web.received).toHaveLength(40);
  });

  test('a message whose sender died is sent by the next when its lease is over', async () => {
    const mail = await mailReceiver();
    await useMail(mail.port);
    const orphan = async (lease: string) => {
      const row = await app.db.one<{ message_id: number }>(sql`
        insert into message (channel, recipient, kind, subject, body, tries, created_at, next_at, taken_by, lease_until)
        values ('email', 'orphan@example.com', 'report', '', 'x', 1, ${app.clock.now}, ${app.clock.now},
                gen_random_uuid(), now() + ${lease}::interval)
        returning message_id`);
      return row?.message_id ?? 0;
    };
    const [left, held] = [await orphan('1 second'), await orphan('1 hour')];
    await becomes(left, { state: 'sent', tries: 2 });
    expect(await kept(held)).toMatchObject({ state: 'queued', tries: 1 });
    expect(mail.letters).toHaveLength(1);
  });
});
