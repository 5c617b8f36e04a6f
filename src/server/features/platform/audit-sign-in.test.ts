import { beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { type Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { auditTrace } from '#test/helpers/audit-trace.ts';
import { makeUser } from '#test/helpers/people.ts';
import { askCode, lastCode } from '#test/helpers/sms.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const traceOf = (work: () => Promise<unknown>) => auditTrace(app, admin, work);

describe('signing in and out', () => {
  test('is in the log, with the reason of a refusal and without the password', async () => {
    const { account, user_id } = await makeUser(app.db, 2);
    const trace = await traceOf(async () => {
      await app.client().raw(signIn.login.path, { account, password: 'wrong-secret' });
      const client = await app.client().signIn(account);
      await client.send(signIn.out, {});
    });
    expect(trace.map(({ action, account: who, entity_id }) => [action, who, entity_id])).toEqual([
      ['sign_in_refused', account, String(user_id)],
      ['sign_in', account, String(user_id)],
      ['sign_out', account, String(user_id)],
    ]);
    expect(trace[0]?.after).toEqual({ reason: 'password_wrong' });
    expect(JSON.stringify(trace)).not.toMatch(/wrong-secret|eyJ/);
  });

  test('registering, finding and changing a password are under the name of who did it', async () => {
    const { account, mobile } = await makeUser(app.db, 2);
    const codeOf = (to: string) => lastCode(app.db, to);
    const guest = app.client();
    const fresh = '13312345678';
    const trace = await traceOf(async () => {
      await askCode(guest, fresh);
      await guest.send(signIn.register, {
        mobile: fresh,
        code: await codeOf(fresh),
        real_name: '新',
        password: 'first-secret',
      });
      await askCode(guest, mobile, 'password');
      await guest.send(signIn.findPassword, { mobile, code: await codeOf(mobile), password: PASSWORD });
      const client = await app.client().signIn(account);
      await client.send(signIn.changePassword, { old_password: PASSWORD, new_password: 'second-secret' });
    });
    expect(trace.map(({ action, entity, account: who, ip }) => [action, entity, who, ip])).toEqual([
      ['insert', 'user_account', fresh, '127.0.0.1'],
      ['update', 'user_account', account, '127.0.0.1'],
      ['sign_in', 'session', account, '127.0.0.1'],
      ['update', 'user_account', account, '127.0.0.1'],
    ]);
    expect(JSON.stringify(trace)).not.toMatch(/argon2|first-secret|second-secret/);
  });
});
