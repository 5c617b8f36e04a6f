import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { Envelope } from '#server/http/envelope.ts';
import { startServices } from '#server/services.ts';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { type Challenge, signIn } from '#shared/contract/access/sign-in.ts';
import { Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { makeUser } from '#test/helpers/people.ts';
import { solve } from '#test/helpers/proof.ts';
import { isPassword } from './passwords.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: 'true' });
});

interface Try {
  password?: string;
  device_token?: string;
}

/** A client with this address that solves the proof of work. */
function at(ip: string, account: string, through: Client = app.client()) {
  let next: Challenge | undefined;
  const attempt = async ({ password = 'not this one', device_token }: Try = {}): Promise<Envelope> => {
    const proof = next && solve(next);
    const input = { account, password, proof, device_token };
    const { envelope } = await through.raw(signIn.login.path, input, { 'x-forwarded-for': ip });
    next = envelope.data && 'seed' in (envelope.data as object) ? (envelope.data as Challenge) : undefined;
    return envelope.code === 29 ? attempt({ password, device_token }) : envelope;
  };
  return attempt;
}

async function codesOf(count: number, attempt: () => Promise<Envelope>): Promise<number[]> {
  const codes: number[] = [];
  for (let i = 0; i < count; i++) codes.push((await attempt()).code);
  return codes;
}

const anyone = () => makeUser(app.db, 2);
const tokenOf = ({ data }: Envelope) => (data as { device_token: string }).device_token;

/** Simulates so many recent failures from unknown devices. */
const guessedBefore = (user_id: number, failures: number) =>
  app.db.run(sql`
    insert into sign_in_try (subject, origin, failures, last_at)
    values (${`user ${user_id}`}, '*', ${failures}, ${app.clock.now})`);

describe('wrong passwords', () => {
  test('lock the address that they come from, and no other', async () => {
    const { account } = await anyone();
    expect(await codesOf(6, at('203.0.113.1', account))).toEqual([18, 18, 18, 18, 12, 12]);
    expect(await at('203.0.113.1', account)({ password: PASSWORD })).toMatchObject({
      code: 12,
      detail: 'locked_until',
    });
    expect((await at('198.51.100.7', account)({ password: PASSWORD })).code).toBe(0);
  });

  test('lock the /64 of an IPv6 address', async () => {
    const { account } = await anyone();
    await codesOf(5, at('2001:db8:1:2::5', account));
    expect((await at('2001:db8:1:2:ffff::9', account)({ password: PASSWORD })).code).toBe(12);
    expect((await at('2001:db8:1:3::5', account)({ password: PASSWORD })).code).toBe(0);
  });

  test('lock longer each time', async () => {
    const { account } = await anyone();
    const stranger = at('203.0.113.2', account);
    const until = (envelope: Envelope) => new Date(String(envelope.params?.until)).getTime();
    await codesOf(4, stranger);
    const first = until(await stranger());
    expect(first - app.clock.now.getTime()).toBe(15 * 60_000);
    app.clock.forward(15 * 60 + 1);
    await codesOf(4, stranger);
    expect(until(await stranger()) - app.clock.now.getTime()).toBe(30 * 60_000);
  });

  test('are counted alike by all servers of one database', async () => {
    const { account } = await anyone();
    const other = await startServices({
      config: app.config,
      databaseUrl: app.databaseUrl,
      secrets: app.app.secrets,
      log: app.app.log,
      now: () => app.clock.now,
    });
    atEnd(() => other.stop());
    const elsewhere = new Client(other.address);
    expect(await codesOf(2, at('203.0.113.3', account))).toEqual([18, 18]);
    expect(await codesOf(3, at('203.0.113.3', account, elsewhere))).toEqual([18, 18, 12]);
    expect((await at('203.0.113.3', account)({ password: PASSWORD })).code).toBe(12);
  });
});

describe('a device that has signed in before', () => {
  test('is not locked out by strangers, not even at its own address', async () => {
    const { account } = await anyone();
    const owner = at('203.0.113.4', account);
    const device_token = tokenOf(await owner({ password: PASSWORD }));
    await codesOf(5, at('203.0.113.4', account));
    expect((await owner({ password: PASSWORD })).code).toBe(12);
    expect((await owner({ password: PASSWORD, device_token: `${device_token}x` })).code).toBe(12);
    const again = await owner({ password: PASSWORD, device_token });
    expect(again.code).toBe(0);
    expect(tokenOf(again)).toBe(device_token);
  });

  test('is locked by its own wrong passwords', async () => {
    const { account } = await anyone();
    const device_token = tokenOf(await at('203.0.113.5', account)({ password: PASSWORD }));
    const thief = at('198.51.100.5', account);
    expect(await codesOf(5, () => thief({ device_token }))).toEqual([18, 18, 18, 18, 12]);
    expect((await thief({ password: PASSWORD, device_token })).code).toBe(12);
  });

  test('is known to the accounts that it has signed in to, and until the password changes', async () => {
    const [mine, other] = [await anyone(), await anyone()];
    const device_token = tokenOf(await at('203.0.113.6', mine.account)({ password: PASSWORD }));
    await guessedBefore(mine.user_id, 200);
    await guessedBefore(other.user_id, 200);
    const refused = { code: 12, detail: 'known_devices_only' };
    expect(await at('203.0.113.6', other.account)({ password: PASSWORD, device_token })).toMatchObject(
      refused,
    );
    expect((await at('203.0.113.6', mine.account)({ password: PASSWORD, device_token })).code).toBe(0);
    await app.db.run(sql`delete from known_device where user_id = ${mine.user_id}`);
    expect(await at('203.0.113.6', mine.account)({ password: PASSWORD, device_token })).toMatchObject(
      refused,
    );
  });

  test('is no longer known after a new password', async () => {
    const { account, user_id } = await anyone();
    const client = await app.client().signIn(account);
    const known = () => app.db.rows(sql`select from known_device where user_id = ${user_id}`);
    expect(await known()).toHaveLength(1);
    await client.send(signIn.changePassword, { old_password: PASSWORD, new_password: 'brand-new' });
    expect(await known()).toHaveLength(0);
  });
});

describe('guessing from many addresses', () => {
  test('costs a proof at the first try of each address, and more the more there were', async () => {
    const { account, user_id } = await anyone();
    for (let host = 1; host <= 10; host++) await at(`192.0.2.${host}`, account)();
    const bitsAt = async (ip: string) => {
      const input = { account, password: 'guess' };
      const { envelope } = await app.client().raw(signIn.login.path, input, { 'x-forwarded-for': ip });
      expect(envelope.code).toBe(29);
      return (envelope.data as Challenge).bits;
    };
    expect(await bitsAt('192.0.2.101')).toBe(15);
    await app.db.run(sql`
      update sign_in_try set failures = 80 where subject = ${`user ${user_id}`} and origin = '*'`);
    expect(await bitsAt('192.0.2.102')).toBe(18);
    expect((await at('192.0.2.103', account)({ password: PASSWORD })).code).toBe(0);
  });

  test('a proof made at one address is none at another', async () => {
    const { account, user_id } = await anyone();
    await guessedBefore(user_id, 10);
    const ask = (ip: string, input: object) =>
      app
        .client()
        .raw(signIn.login.path, { account, password: PASSWORD, ...input }, { 'x-forwarded-for': ip });
    const { envelope } = await ask('192.0.2.111', {});
    const proof = solve(envelope.data as Challenge);
    expect((await ask('192.0.2.112', { proof })).envelope.code).toBe(29);
    expect((await ask('192.0.2.111', { proof })).envelope.code).toBe(0);
  });
});

describe('with one answer for both', () => {
  beforeAll(async () => {
    const admin = await app.login('admin');
    const limit = await admin.send(loginLimits.data, {});
    expect(limit.one_answer).toBe(false);
    await admin.send(loginLimits.set, { ...limit, one_answer: true });
  });

  test('an unknown account is refused, asked for work and locked in the same words as a known one', async () => {
    const { account } = await anyone();
    const answers = async (name: string, ip: string) => {
      const said: unknown[] = [];
      for (let i = 0; i < 6; i++) {
        const sent = { account: name, password: 'guess' };
        const { envelope } = await app.client().raw(signIn.login.path, sent, { 'x-forwarded-for': ip });
        const { bits } = (envelope.data ?? {}) as Partial<Challenge>;
        said.push({ ...envelope, data: bits });
      }
      return said;
    };
    const known = await answers(account, '203.0.113.7');
    expect(known).toEqual(await answers('nobody-at-all', '203.0.113.7'));
    expect(known[0]).toMatchObject({
      code: 18,
      detail: 'account_or_password',
      message: '账号或密码错误，还可以尝试 4 次',
    });
  });

  test('an unknown account costs the server a password check too', async () => {
    const least = async (work: () => Promise<unknown>) => {
      const spent: number[] = [];
      for (let i = 0; i < 4; i++) {
        const before = process.cpuUsage();
        await work();
        const { user, system } = process.cpuUsage(before);
        spent.push(user + system);
      }
      return Math.min(...spent);
    };
    let count = 0;
    const unknown = await least(() => at('203.0.113.8', `nobody-${++count}`)());
    const check = await least(() => isPassword(undefined, 'x'));
    expect(unknown).toBeGreaterThan(check / 2);
  });
});
