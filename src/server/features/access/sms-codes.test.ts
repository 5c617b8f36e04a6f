import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { Envelope } from '#server/http/envelope.ts';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { type Challenge, signIn } from '#shared/contract/access/sign-in.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';
import { solve } from '#test/helpers/proof.ts';
import { lastCode } from '#test/helpers/sms.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'true' });
});
// Another day for each test, because quotas are counted by day.
beforeEach(() => app.clock.forward(86_400));

let count = 0;
const freshNumber = () => `131${String(10_000_000 + ++count)}`;

async function ask(
  mobile: string,
  { ip = '203.0.113.1', purpose = 'register' }: { ip?: string; purpose?: 'register' | 'password' } = {},
): Promise<Envelope> {
  const send = async (proof?: object) =>
    (await app.client().raw(signIn.sendCode.path, { mobile, purpose, proof }, { 'x-forwarded-for': ip }))
      .envelope;
  const asked = await send();
  return asked.code === 29 ? send(solve(asked.data as Challenge)) : asked;
}

async function setLimits(change: object): Promise<void> {
  const admin = await app.login('admin');
  await admin.send(loginLimits.set, { ...(await admin.send(loginLimits.data, {})), ...change });
}

describe('whether a number has an account', () => {
  test('is told neither by asking for a code nor by a wrong one', async () => {
    const { mobile: known } = await makeUser(app.db, 2);
    const unknown = freshNumber();
    for (const purpose of ['register', 'password'] as const) {
      const [one, other] = [await ask(known, { purpose }), await ask(unknown, { purpose })];
      expect(one).toEqual({ code: 0, data: { wait_seconds: 60, valid_seconds: 300 } });
      expect(other).toEqual(one);
    }
    const tell = async (path: string, mobile: string) => {
      const code = (await lastCode(app.db, mobile)) === '000000' ? '000001' : '000000';
      const form = { mobile, code, real_name: '某', password: 'secret1' };
      return (await app.client().raw(path, form)).envelope;
    };
    for (const { path } of [signIn.register, signIn.findPassword]) {
      expect(await tell(path, unknown)).toEqual(await tell(path, known));
    }
  });

  test('is told to who holds the phone', async () => {
    const { mobile: known } = await makeUser(app.db, 2);
    const unknown = freshNumber();
    await ask(known);
    const form = { real_name: '某', password: 'secret1' };
    await expect(
      app.client().send(signIn.register, { ...form, mobile: known, code: await lastCode(app.db, known) }),
    ).rejects.toMatchObject({ fault: 'mobile_repeated' });
    await ask(unknown, { purpose: 'password' });
    await expect(
      app.client().send(signIn.findPassword, {
        mobile: unknown,
        code: await lastCode(app.db, unknown),
        password: 'secret1',
      }),
    ).rejects.toMatchObject({ fault: 'account_missing' });
  });
});

describe('a code', () => {
  test('costs a proof of work, which is good for one code', async () => {
    const mobile = freshNumber();
    const send = (proof?: object) =>
      app
        .client()
        .raw(signIn.sendCode.path, { mobile, proof })
        .then(({ envelope }) => envelope);
    const asked = await send();
    expect(asked).toMatchObject({ code: 29, detail: 'captcha_needed' });
    const proof = solve(asked.data as Challenge);
    expect((await send({ ...proof, nonce: proof.nonce + 1 })).code).toBe(29);
    expect((await send(proof)).code).toBe(0);
    app.clock.forward(61);
    expect((await send(proof)).code).toBe(29);
  });

  test('can be asked for so many times a day for one number', async () => {
    await setLimits({ codes_per_number: 2 });
    const mobile = freshNumber();
    for (let i = 0; i < 2; i++) {
      expect((await ask(mobile, { ip: `203.0.113.${10 + i}` })).code).toBe(0);
      app.clock.forward(61);
    }
    expect(await ask(mobile, { ip: '203.0.113.20' })).toMatchObject({
      code: 23,
      detail: 'code_limit_reached',
    });
    app.clock.forward(86_400);
    expect((await ask(mobile)).code).toBe(0);
  });

  test('can be asked for so many times a day from one address', async () => {
    await setLimits({ codes_per_address: 3 });
    const codes: number[] = [];
    for (let i = 0; i < 4; i++) codes.push((await ask(freshNumber(), { ip: `2001:db8::${i}` })).code);
    expect(codes).toEqual([0, 0, 0, 23]);
    expect((await ask(freshNumber(), { ip: '2001:db8:0:1::1' })).code).toBe(0);
  });

  test('is sent within the day’s budget; when that is used up the super administrators are told once', async () => {
    await setLimits({ codes_per_day: 2, codes_per_address: 50 });
    const codes: number[] = [];
    for (let i = 0; i < 4; i++) codes.push((await ask(freshNumber())).code);
    expect(codes).toEqual([0, 0, 25, 25]);
    const told = await app.db.rows<{ recipient: string; body: string }>(sql`
      select recipient, body from message where channel = 'in_app' and kind = 'platform'`);
    expect(told).toMatchObject([{ recipient: 'admin', body: expect.stringContaining('2 条短信验证码') }]);
    app.clock.forward(86_400);
    expect((await ask(freshNumber())).code).toBe(0);
  });

  test('of which many are asked for at once, no more than the budget goes out', async () => {
    await setLimits({ codes_per_day: 3 });
    const before = await app.db.one<{ n: number }>(
      sql`select count(*) as n from message where kind = 'code'`,
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(freshNumber())));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(3);
    const after = await app.db.one<{ n: number }>(sql`select count(*) as n from message where kind = 'code'`);
    expect((after?.n ?? 0) - (before?.n ?? 0)).toBe(3);
  });
});
