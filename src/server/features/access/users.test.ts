import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { type Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';
import { until } from '#test/helpers/until.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const rowOf = async (user_id: number) => {
  const { data_info } = await admin.send(users.list, { page_size: 1000 });
  const row = data_info.find((user) => user.user_id === user_id);
  if (!row) throw new Error(`no user ${user_id}`);
  return row;
};
const form = (account: string, more = {}) => ({
  account,
  real_name: '新用户',
  role_id: 2,
  password: PASSWORD,
  ...more,
});

describe('an account that looks like a mobile number', () => {
  test('must be the person’s own, or it would take over someone else’s sign-in', async () => {
    const refused = {
      fault: 'parameter_error',
      envelope: { fields: [{ field: 'account', problem: 'not_own_mobile' }] },
    };
    await expect(admin.send(users.add, form('13800000000'))).rejects.toMatchObject(refused);
    const { user_id } = await admin.send(users.add, form('13955550001', { mobile: '13955550001' }));
    await expect(
      admin.send(users.edit, { user_id, version: 1, account: '13955550009' }),
    ).rejects.toMatchObject(refused);
  });

  test('follows the number when it changes', async () => {
    const { user_id } = await admin.send(users.add, form('13955550002', { mobile: '13955550002' }));
    await admin.send(users.edit, { user_id, version: 1, mobile: '13955550003' });
    expect(await rowOf(user_id)).toMatchObject({ account: '13955550003', mobile: '13955550003' });
  });
});

describe('adding', () => {
  test('a new user can sign in, and the list shows all but the password', async () => {
    const { user_id } = await admin.send(
      users.add,
      form('li.si@x_1', { mobile: '13912345678', remark: ' 备注 ' }),
    );
    expect(await rowOf(user_id)).toMatchObject({
      account: 'li.si@x_1',
      real_name: '新用户',
      mobile: '13912345678',
      role_id: 2,
      role_name: '运维人员',
      status: 'normal',
      remark: '备注',
      last_login_at: null,
      version: 1,
    });
    await app.client().signIn('li.si@x_1');
    expect((await rowOf(user_id)).last_login_at).toBe(app.clock.now.toISOString());
    const stored = await app.db.one<{ password_hash: string }>(
      sql`select password_hash from user_account where user_id = ${user_id}`,
    );
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('an account is taken in any capitals: 31 at its field', async () => {
    await admin.send(users.add, form('Taken'));
    await expect(admin.send(users.add, form('tAKEN'))).rejects.toMatchObject({
      envelope: { code: 31, fields: [{ field: 'account', problem: 'repeated' }] },
    });
  });

  test('a mobile number is taken: 11 at its field; many may have none', async () => {
    await admin.send(users.add, form('mobile1', { mobile: '13900001111' }));
    await expect(admin.send(users.add, form('mobile2', { mobile: '13900001111' }))).rejects.toMatchObject({
      envelope: { code: 11, fields: [{ field: 'mobile', problem: 'repeated' }] },
    });
    await expect(admin.send(users.add, form('MOBILE1', { mobile: '13900001111' }))).rejects.toMatchObject({
      envelope: { code: 11, fields: [{ field: 'mobile' }, { field: 'account', problem: 'repeated' }] },
    });
    for (const account of ['none1', 'none2']) await admin.send(users.add, form(account, { mobile: null }));
  });

  test('of two who add the same account at the same moment one is told', async () => {
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => admin.send(users.add, form('rush'))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ fault: 'account_repeated' });
  });

  test('a role that does not exist is told at its field', async () => {
    await expect(admin.send(users.add, form('lost', { role_id: 999 }))).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'role_id', problem: 'unknown_value' }] },
    });
  });

  test('what the form does not have cannot be slipped in', async () => {
    const slipped = {
      status: 'sealed',
      user_id: 1,
      version: 50,
      password_hash: 'x',
      created_at: '2000-01-01',
    };
    await expect(admin.send(users.add, { ...form('slippery'), ...slipped })).rejects.toMatchObject({
      envelope: {
        code: 400,
        fields: Object.keys(slipped).map((field) => ({ field, problem: 'unknown_field' })),
      },
    });
    await expect(app.client().signIn('slippery')).rejects.toMatchObject({ fault: 'account_missing' });
  });
});

describe('editing', () => {
  test('only what is sent changes: no default sneaks back in', async () => {
    const { user_id } = await admin.send(
      users.add,
      form('partial', { mobile: '13900002222', remark: 'kept' }),
    );
    await admin.send(users.edit, { user_id, version: 1, real_name: '改名' });
    expect(await rowOf(user_id)).toMatchObject({
      real_name: '改名',
      mobile: '13900002222',
      remark: 'kept',
      version: 2,
    });
    await admin.send(users.edit, { user_id, version: 2, mobile: null, remark: '' });
    expect(await rowOf(user_id)).toMatchObject({ real_name: '改名', mobile: null, remark: '', version: 3 });
    await admin.send(users.edit, { user_id, version: 3 });
    expect((await rowOf(user_id)).version).toBe(3);
  });

  test('the second of two editors is told, and loses nothing of the first', async () => {
    const { user_id } = await makeUser(app.db, 2);
    await admin.send(users.edit, { user_id, version: 1, real_name: '甲' });
    await expect(admin.send(users.edit, { user_id, version: 1, remark: '乙' })).rejects.toMatchObject({
      envelope: { code: 65, detail: 'changed_meanwhile' },
    });
    expect(await rowOf(user_id)).toMatchObject({ real_name: '甲', remark: '' });
  });

  test('of editors at the same moment one wins', async () => {
    const { user_id } = await makeUser(app.db, 2);
    const answers = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((remark) => admin.send(users.edit, { user_id, version: 1, remark })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await rowOf(user_id)).version).toBe(2);
  });

  test('a password cannot be set through the form of the user', async () => {
    const { user_id, account } = await makeUser(app.db, 2);
    await expect(
      admin.send(users.edit, { user_id, version: 1, remark: 'x', password: 'hijacked' }),
    ).rejects.toMatchObject({ envelope: { code: 400, fields: [{ field: 'password' }] } });
    await expect(app.client().signIn(account)).resolves.toBeDefined();
  });

  test("someone else's number or account is refused, a user who is not there is 10", async () => {
    const [one, two] = [await makeUser(app.db, 2), await makeUser(app.db, 2)];
    const edit = (more: object) => admin.send(users.edit, { user_id: two.user_id, version: 1, ...more });
    await expect(edit({ mobile: one.mobile })).rejects.toMatchObject({ envelope: { code: 11 } });
    await expect(edit({ account: one.account })).rejects.toMatchObject({ envelope: { code: 31 } });
    await expect(edit({ role_id: 999 })).rejects.toMatchObject({ envelope: { code: 400 } });
    await expect(admin.send(users.edit, { user_id: 987_654, version: 1, remark: '' })).rejects.toMatchObject({
      envelope: { code: 10 },
    });
  });

  test('an edit that keeps the role keeps the sessions; a new role ends them at once: 6', async () => {
    const { user_id, account } = await makeUser(app.db, 2);
    const client = await app.client().signIn(account);
    await admin.send(users.edit, { user_id, version: 1, role_id: 2, remark: 'same role' });
    await expect(client.send(signIn.me, {})).resolves.toBeDefined();
    await admin.send(users.edit, { user_id, version: 2, role_id: 3 });
    await expect(client.send(signIn.me, {})).rejects.toMatchObject({ envelope: { code: 6 } });
    await expect(client.refresh()).rejects.toMatchObject({ envelope: { code: 6 } });
    expect((await app.client().signIn(account)).user?.role_id).toBe(3);
  });

  test('a refused change of role does not sign anyone out', async () => {
    const { user_id, account } = await makeUser(app.db, 2);
    const client = await app.client().signIn(account);
    await expect(admin.send(users.edit, { user_id, version: 99, role_id: 3 })).rejects.toMatchObject({
      fault: 'update_failed',
    });
    await expect(client.send(signIn.me, {})).resolves.toBeDefined();
  });
});

describe('sealing and passwords', () => {
  test('a sealed user is out at once and cannot come back until unsealed', async () => {
    const { user_id, account } = await makeUser(app.db, 2);
    const client = await app.client().signIn(account);
    await admin.send(userActions.seal, { user_id, sealed: true });
    await expect(client.send(signIn.me, {})).rejects.toMatchObject({ envelope: { code: 6 } });
    await expect(client.refresh()).rejects.toMatchObject({ envelope: { code: 6 } });
    await expect(client.signIn(account)).rejects.toMatchObject({ envelope: { code: 14 } });
    await admin.send(userActions.seal, { user_id: [user_id], sealed: false });
    await expect(client.signIn(account)).resolves.toBeDefined();
  });

  test('a batch with one who is not there, or with oneself, seals nobody', async () => {
    const { user_id } = await makeUser(app.db, 2);
    const self = admin.user?.user_id ?? 0;
    await expect(
      admin.send(userActions.seal, { user_id: [user_id, 987_654], sealed: true }),
    ).rejects.toMatchObject({
      envelope: { code: 10 },
    });
    await expect(
      admin.send(userActions.seal, { user_id: [user_id, self], sealed: true }),
    ).rejects.toMatchObject({
      envelope: { code: 8, detail: 'self_refused' },
    });
    expect((await rowOf(user_id)).status).toBe('normal');
  });

  test('a reset password ends every session and lifts a lock', async () => {
    const { user_id, account } = await makeUser(app.db, 2);
    const client = await app.client().signIn(account);
    await app.db.run(sql`
      insert into sign_in_try (subject, origin, failures, locked_until, last_at)
      values (${`user ${user_id}`}, 'address 127.0.0.1', 9, ${new Date('2099-01-01')}, now())`);
    expect(await rowOf(user_id)).toMatchObject({
      status: 'locked',
      locked_until: '2099-01-01T00:00:00.000Z',
    });
    const found = await admin.send(users.list, { status: 'locked' });
    expect(found.data_info.map((row) => row.user_id)).toContain(user_id);
    await expect(app.client().signIn(account)).rejects.toMatchObject({ fault: 'login_failed' });
    await expect(admin.send(userActions.resetPassword, { user_id, password: '12345' })).rejects.toMatchObject(
      {
        envelope: { code: 400, fields: [{ field: 'password', problem: 'too_short' }] },
      },
    );
    await admin.send(userActions.resetPassword, { user_id, password: 'reset-1' });
    await expect(client.send(signIn.me, {})).rejects.toMatchObject({ envelope: { code: 6 } });
    await expect(app.client().signIn(account)).rejects.toMatchObject({ fault: 'password_wrong' });
    await expect(app.client().signIn(account, 'reset-1')).resolves.toBeDefined();
  });

  test('a lock can be lifted by hand', async () => {
    const { user_id, account } = await makeUser(app.db, 2);
    await app.db.run(sql`
      insert into sign_in_try (subject, origin, failures, locked_until, last_at)
      values (${`user ${user_id}`}, 'address 127.0.0.1', 9, ${new Date('2099-01-01')}, now())`);
    await admin.send(userActions.unlock, { user_id });
    expect(await rowOf(user_id)).toMatchObject({ status: 'normal', locked_until: null });
    await expect(app.client().signIn(account)).resolves.toBeDefined();
    await expect(admin.send(userActions.unlock, { user_id: 987_654 })).rejects.toMatchObject({
      envelope: { code: 10 },
    });
  });

  test.each([
    ['sealed', sql`status = 'sealed'`, 'account_sealed'],
    ['given another password', sql`password_hash = 'other'`, 'password_wrong'],
  ])('whoever is %s while the password is being checked does not get in', async (_what, change, fault) => {
    const { user_id, account } = await makeUser(app.db, 2);
    let attempt: Promise<unknown> = Promise.resolve();
    await app.db.tx({}, async (db) => {
      await db.run(sql`update user_account set ${change} where user_id = ${user_id}`);
      attempt = app
        .client()
        .signIn(account)
        .catch((error: unknown) => error);
      // The call waits for our lock once it has read the account and checked the password.
      await until(
        () =>
          app.db.one(sql`select 1 from pg_stat_activity
                              where datname = current_database() and wait_event_type = 'Lock'`),
        (waits) => waits !== undefined,
      );
      await db.run(sql`update session set revoked_at = now() where user_id = ${user_id}`);
    });
    expect(await attempt).toMatchObject({ fault });
  });
});

describe('the reduced form', () => {
  test('makes an account whose name is the mobile number, and edits only what is sent', async () => {
    const mobile = '13700990011';
    const { user_id } = await admin.send(userActions.addNormal, {
      real_name: '简',
      mobile,
      role_id: 2,
      password: PASSWORD,
    });
    expect(await rowOf(user_id)).toMatchObject({
      account: mobile,
      mobile,
      real_name: '简',
      remark: '',
      version: 1,
    });
    await expect(app.client().signIn(mobile)).resolves.toBeDefined();
    await admin.send(userActions.editNormal, { user_id, version: 1, real_name: '单' });
    expect(await rowOf(user_id)).toMatchObject({ real_name: '单', mobile, role_id: 2 });
    await expect(
      admin.send(userActions.editNormal, { user_id, version: 1, real_name: '旧' }),
    ).rejects.toMatchObject({ envelope: { code: 65, detail: 'changed_meanwhile' } });
  });

  test('needs a number that nobody has', async () => {
    const { mobile } = await makeUser(app.db, 2);
    const fields = { real_name: '简', role_id: 2, password: PASSWORD };
    await expect(admin.send(userActions.addNormal, { ...fields, mobile })).rejects.toMatchObject({
      envelope: { code: 11 },
    });
    await expect(admin.send(userActions.addNormal, { ...fields, mobile: '' })).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'mobile', problem: 'bad_mobile' }] },
    });
  });
});

describe('deleting', () => {
  test('a deleted user is gone with their sessions', async () => {
    const { user_id, account } = await makeUser(app.db, 2);
    const client = await app.client().signIn(account);
    await admin.send(users.remove, { user_id });
    await expect(client.send(signIn.me, {})).rejects.toMatchObject({ envelope: { code: 6 } });
    await expect(client.signIn(account)).rejects.toMatchObject({ envelope: { code: 15 } });
    await expect(admin.send(users.remove, { user_id })).rejects.toMatchObject({ envelope: { code: 10 } });
  });

  test('a batch is deleted whole or not at all', async () => {
    const [one, two] = [await makeUser(app.db, 2), await makeUser(app.db, 2)];
    const remove = (...user_id: number[]) => admin.send(users.remove, { user_id });
    await expect(remove(one.user_id, 987_654)).rejects.toMatchObject({ envelope: { code: 10 } });
    await expect(remove(one.user_id, admin.user?.user_id ?? 0)).rejects.toMatchObject({
      envelope: { code: 32 },
    });
    await rowOf(one.user_id);
    await remove(one.user_id, two.user_id, one.user_id);
    await expect(rowOf(two.user_id)).rejects.toThrow();
  });

  test('nobody deletes themselves', async () => {
    const { account, user_id } = await makeUser(app.db, 1);
    const manager = await app.client().signIn(account);
    await expect(manager.send(users.remove, { user_id })).rejects.toMatchObject({
      envelope: { code: 9, detail: 'self_refused' },
    });
  });
});

describe('lists', () => {
  test('the list names the groups of a user in Chinese order and can be narrowed to one', async () => {
    const { user_id } = await makeUser(app.db, 2);
    const groups: number[] = [];
    for (const user_group_name of ['巡检组', '安全组']) {
      const { user_group_id } = await admin.send(userGroups.add, { user_group_name });
      groups.push(Number(user_group_id));
      await admin.send(groupMembers.add, { user_group_id: Number(user_group_id), user_ids: user_id });
    }
    expect((await rowOf(user_id)).group_names).toBe('安全组, 巡检组');
    const { data_info } = await admin.send(users.list, { user_group_id: groups[0] });
    expect(data_info.map((row) => row.user_id)).toEqual([user_id]);
  });

  test('the short list for pickers holds names only, and only of those who may sign in', async () => {
    const { user_id, account } = await makeUser(app.db, 2);
    const operator = await app.login('operator');
    const found = await operator.send(userActions.other, { keyword: account });
    expect(found.data_info).toEqual([{ user_id, account, real_name: expect.any(String) }]);
    await admin.send(userActions.seal, { user_id, sealed: true });
    expect(await operator.send(userActions.other, { keyword: account })).toEqual({ data_info: [], total: 0 });
    expect(await operator.send(userActions.other, { keyword: '%' })).toEqual({ data_info: [], total: 0 });
  });
});
