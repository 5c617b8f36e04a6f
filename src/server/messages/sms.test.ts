import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { type Refused, type TestApp, testApp } from '#test/helpers/app.ts';
import { askCode, lastCode } from '#test/helpers/sms.ts';
import { aliyunForm } from './aliyun.ts';

interface Received {
  method: string | undefined;
  type: string | undefined;
  body: unknown;
}

/** A local provider with configurable answers. */
let provider: Server;
let answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end('ok');
const received: Received[] = [];

let outbox: TestApp;
let webhook: TestApp;
let away: TestApp;

beforeAll(async () => {
  provider = createServer((request: IncomingMessage, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({
        method: request.method,
        type: request.headers['content-type'],
        body: JSON.parse(text),
      });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  outbox = await testApp();
  webhook = await testApp({
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/send?key=k`,
  });
  away = await testApp({ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: 'http://127.0.0.1:1/secret-path' });
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

const ask = (app: TestApp, mobile: string) => askCode(app.client(), mobile);
const messageTo = (app: TestApp, mobile: string) =>
  app.db.one<{
    channel: string;
    body: string;
    state: string;
    error: string | null;
    sent_at: string | null;
  }>(sql`
    select channel, body, state, error, sent_at from message
     where recipient = ${mobile} order by message_id desc limit 1`);

describe('the outbox', () => {
  test('keeps the message with its code and counts it as sent', async () => {
    expect(await ask(outbox, '13400000001')).toEqual({ wait_seconds: 60, valid_seconds: 300 });
    const message = await messageTo(outbox, '13400000001');
    expect(message).toMatchObject({ channel: 'sms', state: 'sent', error: null });
    expect(message?.body).toMatch(/注册.* \d{6}，/);
    expect(message?.sent_at).not.toBeNull();
  });

  test('a code is kept as a hash only', async () => {
    const code = await lastCode(outbox.db, '13400000001');
    const row = await outbox.db.one(sql`select * from sms_code where mobile = '13400000001'`);
    expect(JSON.stringify(row)).not.toContain(`"${code}"`);
  });

  test('another may be asked for after a minute, and replaces the first', async () => {
    const mobile = '13400000002';
    await ask(outbox, mobile);
    const first = await lastCode(outbox.db, mobile);
    outbox.clock.forward(20);
    await expect(ask(outbox, mobile)).rejects.toMatchObject({
      envelope: { code: 23, params: { seconds: 40 } },
    });
    outbox.clock.forward(40);
    await ask(outbox, mobile);
    const second = await lastCode(outbox.db, mobile);
    const form = { mobile, real_name: '新', password: 'abc123' };
    if (first !== second)
      await expect(outbox.client().send(signIn.register, { ...form, code: first })).rejects.toMatchObject({
        fault: 'code_wrong',
      });
    await expect(outbox.client().send(signIn.register, { ...form, code: second })).resolves.toBeDefined();
  });

  test('a code for one purpose is none for another', async () => {
    const guest = outbox.client();
    await askCode(guest, '13800000004', 'password');
    const code = await lastCode(outbox.db, '13800000004');
    const form = { mobile: '13800000004', code, real_name: '新', password: 'abc123' };
    await expect(guest.send(signIn.register, form)).rejects.toMatchObject({ fault: 'code_wrong' });
    await expect(guest.send(signIn.findPassword, form)).resolves.toBeDefined();
  });

  test('many simultaneous requests for one number send one message', async () => {
    const mobile = '13400000003';
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => ask(outbox, mobile)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await outbox.db.one(sql`select count(*) as n from message where recipient = ${mobile}`)).toEqual({
      n: 1,
    });
  });
});

describe('a webhook', () => {
  test('gets the number, the purpose, the code and the sentence as JSON, and then only it knows the code', async () => {
    await ask(webhook, '13400001001');
    const { method, type, body } = received.at(-1) ?? {};
    expect([method, type]).toEqual(['POST', 'application/json']);
    expect(body).toEqual({
      mobile: '13400001001',
      purpose: 'register',
      code: expect.stringMatching(/^\d{6}$/),
      text: expect.stringMatching(/注册.* \d{6}，/),
    });
    const kept = await messageTo(webhook, '13400001001');
    expect(kept).toMatchObject({ state: 'sent', body: expect.stringContaining('******') });
    expect(JSON.stringify(kept)).not.toContain((body as { code: string }).code);
  });

  test.each([
    ['an error', (response: ServerResponse) => response.writeHead(500).end('broken'), /500/],
    ['a refusal', (response: ServerResponse) => response.writeHead(403).end(), /403/],
    ['a hung-up line', (response: ServerResponse) => response.destroy(), /socket hang up/],
  ])('that answers with %s is 25, is noted, and one may ask again at once', async (_what, failing, noted) => {
    const mobile = `1340000${2000 + received.length}`;
    answer = failing;
    await expect(ask(webhook, mobile)).rejects.toMatchObject({ envelope: { code: 25 } });
    const message = await messageTo(webhook, mobile);
    expect(message).toMatchObject({ state: 'failed', sent_at: null });
    expect(message?.error).toMatch(noted);
    answer = (response) => response.writeHead(200).end();
    await expect(ask(webhook, mobile)).resolves.toBeDefined();
    expect(await messageTo(webhook, mobile)).toMatchObject({ state: 'sent' });
  });

  test('that never answers is given up, and others are not kept waiting for it', async () => {
    const mobile = '13400003001';
    answer = () => {};
    const started = Date.now();
    const hanging = ask(webhook, mobile).catch((error: unknown) => error);
    await expect
      .poll(() => received.some(({ body }) => (body as { mobile: string }).mobile === mobile))
      .toBe(true);
    answer = (response) => response.writeHead(200).end();
    await expect(ask(webhook, '13400003002')).resolves.toBeDefined();
    expect(await hanging).toMatchObject({ envelope: { code: 25 } });
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(await messageTo(webhook, mobile)).toMatchObject({ error: 'no answer within 10 s' });
    await expect(ask(webhook, mobile)).resolves.toBeDefined();
  });

  test('that is not there is 25, and its address stays out of the answer', async () => {
    const { envelope } = (await ask(away, '13400004001').catch((error: unknown) => error)) as Refused;
    expect(envelope.code).toBe(25);
    expect(JSON.stringify(envelope)).not.toContain('secret-path');
  });
});

describe('Aliyun', () => {
  const settings = {
    keyId: 'testId',
    keySecret: 'testSecret',
    signName: '蓝境 平台*',
    templateCode: 'SMS_1',
  };
  const form = aliyunForm(
    settings,
    '13400005001',
    { code: '012345' },
    'nonce-1',
    new Date('2026-11-15T02:03:04.567Z'),
  );

  test('gets the parameters that its API asks for', () => {
    expect(Object.fromEntries(form)).toMatchObject({
      Action: 'SendSms',
      Version: '2017-05-25',
      Format: 'JSON',
      PhoneNumbers: '13400005001',
      SignName: '蓝境 平台*',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"012345"}',
      Timestamp: '2026-11-15T02:03:04Z',
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      SignatureNonce: 'nonce-1',
      AccessKeyId: 'testId',
    });
    expect(form.has('keySecret')).toBe(false);
  });

  test('gets the signature of its documented algorithm', () => {
    // Independent implementation from the documentation: byte-wise percent-encoding, sorted by code unit.
    const encode = (text: string) =>
      [...Buffer.from(text)]
        .map((byte) =>
          /[A-Za-z0-9\-_.~]/.test(String.fromCharCode(byte))
            ? String.fromCharCode(byte)
            : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
        )
        .join('');
    const pairs = [...form].filter(([key]) => key !== 'Signature').sort(([a], [b]) => (a < b ? -1 : 1));
    const canonical = pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&');
    const expected = createHmac('sha1', 'testSecret&')
      .update(`POST&%2F&${encode(canonical)}`)
      .digest('base64');
    expect(form.get('Signature')).toBe(expected);
  });

  test('a changed parameter changes the signature', () => {
    const other = aliyunForm(
      settings,
      '13400005001',
      { code: '012346' },
      'nonce-1',
      new Date('2026-11-15T02:03:04Z'),
    );
    expect(other.get('Signature')).not.toBe(form.get('Signature'));
  });
});
