import { beforeAll, expect, test } from 'vitest';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { type Challenge, type Proof, signIn } from '#shared/contract/access/sign-in.ts';
import { users } from '#shared/contract/access/users.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { formatTime } from '#shared/domain/time.ts';
import { type Client, PASSWORD, Refused, type TestApp, testApp } from '#test/helpers/app.ts';
import { solve } from '#test/helpers/proof.ts';
import { askCode, lastCode } from '#test/helpers/sms.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

let count = 0;
/** A new account, so that tests do not share failure counters. */
async function someone(): Promise<{ account: string; mobile: string; user_id: number }> {
  count += 1;
  const account = `someone${count}`;
  const mobile = `139${String(10_000_000 + count)}`;
  const admin = await app.login('admin');
  const added = await admin.send(users.add, {
    account,
    real_name: '某人',
    mobile,
    role_id: 2,
    password: PASSWORD,
  });
  return { account, mobile, user_id: added.user_id };
}

const codeOf = (mobile: string) => lastCode(app.db, mobile);

/** Like the browser: solves the challenge of one refusal for the next attempt. */
function guesser(client: Client, account: string) {
  let next: Challenge | undefined;
  return async (password = 'not this one'): Promise<Refused> => {
    const proof = next && solve(next);
    const refused = await client
      .send(signIn.login, { account, password, proof })
      .catch((error: unknown) => error);
    if (!(refused instanceof Refused)) throw new Error('a wrong password was not refused');
    next = refused.envelope.data as Challenge | undefined;
    return refused;
  };
}

test('one signs in by account, in any capitals, or by mobile number', async () => {
  const { account, mobile, user_id } = await someone();
  for (const name of [account, account.toUpperCase(), mobile]) {
    const client = await app.client().signIn(name);
    expect(client.user?.user_id).toBe(user_id);
  }
});

test('an unknown account and a wrong password have their own codes', async () => {
  const { account } = await someone();
  await expect(app.client().signIn('nobody-here')).rejects.toMatchObject({ fault: 'account_missing' });
  await expect(app.client().signIn(account, 'wrong!')).rejects.toMatchObject({
    fault: 'password_wrong',
    envelope: { detail: 'tries_left', params: { count: 4 } },
  });
});

test('the access token carries uid, role_id, type and exp', async () => {
  const client = await app.login('admin');
  const payload = JSON.parse(
    Buffer.from(client.tokens?.access_token.split('.')[1] ?? '', 'base64url').toString(),
  );
  expect(payload).toMatchObject({ uid: client.user?.user_id, role_id: 0, type: 'access' });
  expect(payload.exp - payload.iat).toBe(app.config.accessTokenSeconds);
});

test('after three wrong passwords a try costs a proof of work, which is good once', async () => {
  const { account } = await someone();
  const client = app.client();
  const guess = guesser(client, account);
  await guess();
  await guess();
  const third = await guess();
  expect(third.fault).toBe('password_wrong');
  const proof = solve(third.envelope.data as Challenge);
  await expect(client.send(signIn.login, { account, password: 'wrong again', proof })).rejects.toMatchObject({
    fault: 'password_wrong',
  });
  await expect(client.send(signIn.login, { account, password: PASSWORD, proof })).rejects.toMatchObject({
    fault: 'code_required',
  });
});

test('guessing locks the account for the configured time and says until when', async () => {
  const { account } = await someone();
  const client = app.client();
  const guess = guesser(client, account);
  for (let i = 0; i < 4; i++) expect((await guess()).fault).toBe('password_wrong');
  const until = new Date(app.clock.now.getTime() + 15 * 60_000).toISOString();
  expect(await guess()).toMatchObject({
    fault: 'login_failed',
    envelope: { detail: 'locked_until', params: { until } },
  });
  await expect(client.signIn(account)).rejects.toMatchObject({
    fault: 'login_failed',
    envelope: { message: expect.stringContaining(formatTime(new Date(until), 'yyyy-MM-dd HH:mm')) },
  });
  app.clock.forward(15 * 60 + 1);
  const asked = await client.signIn(account).catch((error: Refused) => error);
  const proof = solve((asked as Refused).envelope.data as Challenge);
  await expect(client.send(signIn.login, { account, password: PASSWORD, proof })).resolves.toBeDefined();
});

test('guesses without a proof are counted like others, and tell nothing', async () => {
  const { account } = await someone();
  const client = app.client();
  const faults: unknown[] = [];
  for (let i = 0; i < 6; i++) {
    faults.push(await client.signIn(account, 'guess').catch((error: Refused) => error.fault));
  }
  expect(faults).toEqual([
    'password_wrong',
    'password_wrong',
    'password_wrong',
    'code_required',
    'code_required',
    'login_failed',
  ]);
});

test('a try that is asked for its proof and comes again with it counts once', async () => {
  const { account } = await someone();
  const client = app.client();
  const refusalOf = (password: string, proof?: Proof) =>
    client
      .send(signIn.login, { account, password, proof })
      .catch((error: Refused) => error) as Promise<Refused>;
  for (let i = 0; i < 3; i++) await refusalOf('guess');
  const asked = await refusalOf('fourth');
  expect(asked.fault).toBe('code_required');
  const proof = solve(asked.envelope.data as Challenge);
  const fourth = { fault: 'password_wrong', envelope: { detail: 'tries_left', params: { count: 1 } } };
  expect(await refusalOf('fourth', proof)).toMatchObject(fourth);
  expect(await refusalOf('fourth', proof)).toMatchObject(fourth);
  // The proof is valid only for the password that was counted.
  expect(await refusalOf('fifth', proof)).toMatchObject({ fault: 'code_required' });
  expect(await refusalOf('sixth', proof)).toMatchObject({ fault: 'login_failed' });
});

test('the last try allowed gets in with the right password, also when it is first asked for its proof', async () => {
  const { account } = await someone();
  const client = app.client();
  for (let i = 0; i < 4; i++) await client.signIn(account, 'guess').catch(() => undefined);
  const fifth = (await client.signIn(account).catch((error: Refused) => error)) as Refused;
  const proof = solve(fifth.envelope.data as Challenge);
  await expect(client.send(signIn.login, { account, password: 'guess', proof })).rejects.toMatchObject({
    fault: 'login_failed',
  });
  await expect(client.send(signIn.login, { account, password: PASSWORD, proof })).resolves.toBeDefined();
});

test('a right password that is asked for its proof is let in with it', async () => {
  const { account } = await someone();
  const client = app.client();
  for (let i = 0; i < 3; i++) await client.signIn(account, 'guess').catch(() => undefined);
  const asked = (await client.signIn(account).catch((error: Refused) => error)) as Refused;
  const proof = solve(asked.envelope.data as Challenge);
  await expect(client.send(signIn.login, { account, password: PASSWORD, proof })).resolves.toBeDefined();
});

test('a wrong old password is counted too, but needs no proof of someone signed in', async () => {
  const client = await app.client().signIn((await someone()).account);
  const change = (old_password: string) =>
    client.send(signIn.changePassword, { old_password, new_password: 'brand-new' });
  for (let i = 0; i < 4; i++)
    await expect(change('wrong')).rejects.toMatchObject({ fault: 'password_wrong' });
  await expect(change('wrong')).rejects.toMatchObject({ envelope: { detail: 'locked_until' } });
  await expect(change(PASSWORD)).rejects.toMatchObject({ envelope: { detail: 'locked_until' } });
});

test('a burst of parallel guesses is counted one by one', async () => {
  const { account } = await someone();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      app
        .client()
        .signIn(account, 'guess')
        .catch((error: Refused) => error.fault),
    ),
  );
  expect(answers.filter((fault) => fault === 'password_wrong')).toHaveLength(3);
  // The fourth and fifth had no proof, the fifth locked, and all others were refused by the lock.
  expect(answers.filter((fault) => fault === 'code_required')).toHaveLength(2);
  expect(answers.filter((fault) => fault === 'login_failed')).toHaveLength(7);
});

test('many may sign in to one account at the same moment', async () => {
  const { account } = await someone();
  const imei = 'one device';
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.client(imei).signIn(account)));
  expect(answers).toHaveLength(8);
});

test('of devices that sign in at the same moment the newest is never the one that must go', async () => {
  const { account } = await someone();
  for (let i = 0; i < 20; i++) {
    const client = await app.client().signIn(account);
    await expect(client.send(signIn.me, {})).resolves.toBeDefined();
  }
});

test('a refresh gives new tokens and the old refresh token is used up after the grace time', async () => {
  const client = await app.client().signIn((await someone()).account);
  const old = client.tokens?.refresh_token ?? '';
  await client.refresh();
  await expect(client.send(signIn.me, {})).resolves.toMatchObject({ user: { role_id: 2 } });
  // A duplicated tab uses the same token a little later.
  app.clock.forward(20);
  await expect(client.send(signIn.refresh, { refresh_token: old })).resolves.toBeDefined();
});

test('a stolen old refresh token revokes the whole family', async () => {
  const client = await app.client().signIn((await someone()).account);
  const stolen = client.tokens?.refresh_token ?? '';
  await client.refresh();
  app.clock.forward(31);
  const thief = app.client(client.imei);
  await expect(thief.send(signIn.refresh, { refresh_token: stolen })).rejects.toMatchObject({
    fault: 'refresh_failed',
  });
  await expect(client.send(signIn.me, {})).rejects.toMatchObject({ fault: 'session_revoked' });
  await expect(client.refresh()).rejects.toMatchObject({ fault: 'session_revoked' });
});

test('each way in which a token is unusable has its code', async () => {
  const { account } = await someone();
  const client = await app.client().signIn(account);
  const { access_token, refresh_token } = client.tokens ?? { access_token: '', refresh_token: '' };
  const ask = async (token: string | undefined, imei = client.imei) => {
    const device = app.client(imei);
    const { envelope, status } = await device.raw(
      signIn.me.path,
      {},
      token === undefined ? {} : { access_token: token },
    );
    expect(status).toBe(200);
    return envelope.code;
  };
  expect(await ask(undefined)).toBe(401);
  expect(await ask('rubbish')).toBe(2);
  expect(await ask(`${access_token.slice(0, -4)}AAAA`)).toBe(3);
  expect(await ask(refresh_token)).toBe(4);
  expect(await ask(access_token, 'another device')).toBe(5);
  expect(await ask(access_token)).toBe(0);
  const refresh = async (token: string) =>
    (await client.raw(signIn.refresh.path, { refresh_token: token })).envelope.code;
  expect(await refresh(access_token)).toBe(4);
  expect(await refresh(`${refresh_token.slice(0, -4)}AAAA`)).toBe(20);
  expect(await refresh('rubbish')).toBe(17);
  await client.send(signIn.out, {});
  expect(await ask(access_token)).toBe(6);
  expect(await refresh(refresh_token)).toBe(6);
  const later = await app.client().signIn(account);
  app.clock.forward(app.config.accessTokenSeconds + 1);
  expect((await later.raw(signIn.me.path, {})).envelope.code).toBe(1);
});

test('devices beyond the limit are signed out, oldest first; two windows of one device are one device', async () => {
  const { account } = await someone();
  const devices: Client[] = [];
  for (let i = 0; i < 5; i++) {
    app.clock.forward(1);
    devices.push(await app.client().signIn(account));
  }
  app.clock.forward(1);
  const window2 = await app.client(devices[4]?.imei).signIn(account);
  await expect(devices[0]?.send(signIn.me, {})).resolves.toBeDefined();
  app.clock.forward(1);
  await app.client().signIn(account);
  await expect(devices[0]?.send(signIn.me, {})).rejects.toMatchObject({ fault: 'session_revoked' });
  await expect(devices[1]?.send(signIn.me, {})).resolves.toBeDefined();
  await expect(window2.send(signIn.me, {})).resolves.toBeDefined();
});

test('changing the password ends every session and needs the old one', async () => {
  const { account } = await someone();
  const here = await app.client().signIn(account);
  const there = await app.client().signIn(account);
  await expect(
    here.send(signIn.changePassword, { old_password: 'wrong', new_password: 'brand-new' }),
  ).rejects.toMatchObject({
    fault: 'password_wrong',
    envelope: { fields: [{ field: 'old_password', problem: 'wrong_password' }] },
  });
  await expect(
    here.send(signIn.changePassword, { old_password: PASSWORD, new_password: 'short' }),
  ).rejects.toMatchObject({
    fault: 'parameter_error',
    envelope: { fields: [{ field: 'new_password', problem: 'too_short', params: { min: 6 } }] },
  });
  await here.send(signIn.changePassword, { old_password: PASSWORD, new_password: 'brand-new' });
  for (const client of [here, there]) {
    await expect(client.refresh()).rejects.toMatchObject({ fault: 'session_revoked' });
  }
  await expect(app.client().signIn(account, 'brand-new')).resolves.toBeDefined();
});

test('registering needs the code that was sent, and waits for approval when the configuration says so', async () => {
  const mobile = '13711112222';
  const guest = app.client();
  await expect(guest.send(signIn.sendCode, { mobile: '12345678901' })).rejects.toMatchObject({
    fault: 'parameter_error',
    envelope: { fields: [{ field: 'mobile', problem: 'bad_mobile' }] },
  });
  await askCode(guest, mobile, 'register');
  await expect(askCode(guest, mobile, 'register')).rejects.toMatchObject({
    fault: 'code_too_often',
    envelope: { params: { seconds: 60 } },
  });
  const code = await codeOf(mobile);
  const wrong = code === '000000' ? '000001' : '000000';
  const form = { mobile, real_name: '新人', password: 'secret1' };
  await expect(guest.send(signIn.register, { ...form, code: wrong })).rejects.toMatchObject({
    fault: 'code_wrong',
  });
  await expect(
    guest.send(signIn.register, { ...form, code, password_again: 'secret2' }),
  ).rejects.toMatchObject({
    envelope: { fields: [{ field: 'password_again', problem: 'passwords_differ' }] },
  });
  await expect(guest.send(signIn.register, { ...form, code })).resolves.toMatchObject({
    awaiting_approval: false,
  });
  await expect(guest.send(signIn.register, { ...form, code })).rejects.toMatchObject({ fault: 'code_wrong' });
  const learner = await app.client().signIn(mobile, 'secret1');
  expect(learner.user?.role_id).toBe(4);

  const admin = await app.login('admin');
  const log = await admin.send(audit.list, { entity: 'user_account', account: mobile });
  expect(log.data_info).toMatchObject([{ action: 'insert', account: mobile, real_name: '新人' }]);
  const limit = await admin.send(loginLimits.data, {});
  await admin.send(loginLimits.set, { ...limit, register_needs_approval: true });
  const second = '13711113333';
  await askCode(guest, second);
  const registered = await guest.send(signIn.register, {
    ...form,
    mobile: second,
    code: await codeOf(second),
  });
  expect(registered.awaiting_approval).toBe(true);
  await expect(app.client().signIn(second, 'secret1')).rejects.toMatchObject({
    fault: 'account_sealed',
    envelope: { detail: 'awaiting_approval' },
  });
});

test('a code dies after five wrong tries and after five minutes', async () => {
  const { mobile } = await someone();
  const guest = app.client();
  const find = (code: string) => guest.send(signIn.findPassword, { mobile, code, password: 'found-it' });
  await askCode(guest, mobile, 'password');
  const code = await codeOf(mobile);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let left = 4; left > 0; left--)
    await expect(find(wrong)).rejects.toMatchObject({
      fault: 'code_wrong',
      envelope: { detail: 'tries_left', params: { count: left } },
    });
  for (const late of [wrong, code])
    await expect(find(late)).rejects.toMatchObject({
      fault: 'code_wrong',
      envelope: { detail: 'code_tries_used' },
    });
  app.clock.forward(61);
  await askCode(guest, mobile, 'password');
  app.clock.forward(301);
  await expect(find(await codeOf(mobile))).rejects.toMatchObject({ fault: 'code_expired' });
  await askCode(guest, mobile, 'password');
  await find(await codeOf(mobile));
  await expect(app.client().signIn(mobile, 'found-it')).resolves.toBeDefined();
});

test('two administrators who set the login limits do not overwrite each other', async () => {
  const admin = await app.login('admin');
  const seen = await admin.send(loginLimits.data, {});
  await admin.send(loginLimits.set, { ...seen, max_devices: 7 });
  await expect(admin.send(loginLimits.set, { ...seen, lock_minutes: 30 })).rejects.toMatchObject({
    fault: 'update_failed',
    envelope: { detail: 'changed_meanwhile' },
  });
});
