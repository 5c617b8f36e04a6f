import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { powers, rolePowers, roles } from '#shared/contract/access/roles.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { type Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';

const CLERK = ['user.read', 'user.write', 'role.read', 'role.write', 'login_limit.read', 'login_limit.write'];
const EXCEEDED = { envelope: { code: 13, detail: 'grants_exceeded' } };
const ABOVE = { envelope: { code: 13, detail: 'account_above' } };

let app: TestApp;
let admin: Client;
/** Has the seeded administrator's role. */
let manager: Client;
/** May write users and roles, but holds few powers and sees few sites. */
let clerk: Client;
let clerkRole: number;
/** A role with all of the administrator's powers and one more. */
let chiefRole: number;
let chief: Person;
let chiefPower: number;
let juniorRole: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  manager = await app.login('manager');
  const added = await admin.send(powers.add, { power_name: '特权', power_code: 'x.chief', type: 3 });
  chiefPower = Number(added.power_id);
  const held = await app.db.rows<{ power_code: string }>(sql`
    select power_code from role_power join power using (power_id) where role_id = 1`);
  chiefRole = await makeRole(app.db, [...held.map(({ power_code }) => power_code), 'x.chief'], true);
  chief = await makeUser(app.db, chiefRole);
  clerkRole = await makeRole(app.db, CLERK);
  clerk = await app.client().signIn((await makeUser(app.db, clerkRole)).account);
  juniorRole = await makeRole(app.db, ['user.read']);
});

const newUser = (account: string, role_id: number) => ({
  account,
  real_name: '某人',
  role_id,
  password: PASSWORD,
});
const versionOf = async (role_id: number) =>
  (await admin.send(roles.list, { page_size: 100 })).data_info.find((role) => role.role_id === role_id)
    ?.version ?? 0;
const powersOf = async (role_id: number) =>
  (await admin.send(rolePowers.data, { role_id, page_size: 1000 })).data_info.map(({ power_id }) => power_id);
const idOf = async (power_code: string) =>
  (await app.db.one<{ power_id: number }>(sql`select power_id from power where power_code = ${power_code}`))
    ?.power_id ?? 0;

describe('handing out roles', () => {
  test('one gives roles that hold no more than one’s own', async () => {
    await expect(clerk.send(users.add, newUser('junior1', juniorRole))).resolves.toBeDefined();
    await expect(clerk.send(users.add, newUser('peer1', clerkRole))).resolves.toBeDefined();
    await expect(manager.send(users.add, newUser('operator1', 2))).resolves.toBeDefined();
  });

  test('a role with one power more is refused, by either form', async () => {
    await expect(manager.send(users.add, newUser('stronger', chiefRole))).rejects.toMatchObject(EXCEEDED);
    await expect(clerk.send(users.add, newUser('stronger', 1))).rejects.toMatchObject(EXCEEDED);
    const normal = { real_name: '某人', mobile: '13612340001', role_id: chiefRole, password: PASSWORD };
    await expect(manager.send(userActions.addNormal, normal)).rejects.toMatchObject(EXCEEDED);
    const { user_id } = await makeUser(app.db, 2);
    for (const call of [users.edit, userActions.editNormal])
      await expect(
        manager.send(call as typeof users.edit, { user_id, version: 1, role_id: chiefRole }),
      ).rejects.toMatchObject(EXCEEDED);
  });

  test('a role that sees all sites is refused to who does not', async () => {
    const farSighted = await makeRole(app.db, ['user.read'], true);
    await expect(clerk.send(users.add, newUser('far', farSighted))).rejects.toMatchObject(EXCEEDED);
  });

  test('nobody lifts themselves up', async () => {
    const user_id = manager.user?.user_id ?? 0;
    for (const role_id of [chiefRole, 0])
      await expect(manager.send(users.edit, { user_id, version: 1, role_id })).rejects.toMatchObject(
        EXCEEDED,
      );
    await expect(manager.send(signIn.me, {})).resolves.toMatchObject({ user: { role_id: 1 } });
  });

  test('whoever may edit users may edit their own name', async () => {
    const user_id = clerk.user?.user_id ?? 0;
    await expect(clerk.send(users.edit, { user_id, version: 1, real_name: '自己' })).resolves.toEqual({});
  });
});

describe('laying hands on a stronger account', () => {
  const password = 'hijacked';
  const attempts: [string, (user_id: number) => Promise<unknown>][] = [
    ['edit', (user_id) => manager.send(users.edit, { user_id, version: 1, mobile: '13612349999' })],
    [
      'editNormal',
      (user_id) => manager.send(userActions.editNormal, { user_id, version: 1, real_name: 'x' }),
    ],
    ['seal', (user_id) => manager.send(userActions.seal, { user_id, sealed: true })],
    ['unlock', (user_id) => manager.send(userActions.unlock, { user_id })],
    ['resetPassword', (user_id) => manager.send(userActions.resetPassword, { user_id, password })],
    ['demote', (user_id) => manager.send(users.edit, { user_id, version: 1, role_id: 4 })],
  ];

  test.each(attempts)(
    '%s is refused for the super administrator and for a stronger role',
    async (_name, attempt) => {
      await expect(attempt(admin.user?.user_id ?? 0)).rejects.toMatchObject(ABOVE);
      await expect(attempt(chief.user_id)).rejects.toMatchObject(ABOVE);
    },
  );

  test('deleting is refused too, alone or hidden in a batch', async () => {
    const weaker = await makeUser(app.db, 2);
    await expect(manager.send(users.remove, { user_id: chief.user_id })).rejects.toMatchObject(ABOVE);
    await expect(
      manager.send(users.remove, { user_id: [weaker.user_id, chief.user_id] }),
    ).rejects.toMatchObject(ABOVE);
    await expect(
      manager.send(users.remove, { user_id: [weaker.user_id, admin.user?.user_id ?? 0] }),
    ).rejects.toMatchObject({ envelope: { code: 32 } });
    expect(await manager.send(users.list, { keyword: weaker.account })).toMatchObject({ total: 1 });
  });

  test('a batch of seals with a stronger one in it seals nobody', async () => {
    const weaker = await makeUser(app.db, 2);
    await expect(
      manager.send(userActions.seal, { user_id: [weaker.user_id, chief.user_id], sealed: true }),
    ).rejects.toMatchObject(ABOVE);
    await expect(app.client().signIn(weaker.account)).resolves.toBeDefined();
  });

  test('after all of this both still sign in with their own passwords', async () => {
    await expect(app.login('admin')).resolves.toBeDefined();
    await expect(app.client().signIn(chief.account)).resolves.toBeDefined();
  });
});

describe('the super administrator', () => {
  test('cannot be deleted, unbound or sealed, not even by themselves', async () => {
    const user_id = admin.user?.user_id ?? 0;
    const version = (await admin.send(users.list, { keyword: 'admin' })).data_info[0]?.version ?? 0;
    await expect(admin.send(users.remove, { user_id })).rejects.toMatchObject({ envelope: { code: 32 } });
    await expect(admin.send(users.edit, { user_id, version, role_id: 1 })).rejects.toMatchObject({
      envelope: { code: 37 },
    });
    await expect(admin.send(userActions.seal, { user_id, sealed: true })).rejects.toMatchObject({
      envelope: { code: 8 },
    });
    await expect(admin.send(users.edit, { user_id, version, role_id: 0, remark: 'ok' })).resolves.toEqual({});
  });

  test('their role cannot be deleted, and its powers cannot be set', async () => {
    await expect(admin.send(roles.remove, { role_id: 0 })).rejects.toMatchObject({ envelope: { code: 32 } });
    await expect(admin.send(rolePowers.add, { role_id: 0, version: 1, power_ids: [] })).rejects.toMatchObject(
      {
        envelope: { code: 37 },
      },
    );
    await expect(manager.send(roles.edit, { role_id: 0, version: 1, role_name: 'x' })).rejects.toMatchObject(
      EXCEEDED,
    );
  });
});

describe('building roles', () => {
  test('one puts into a role only what one holds', async () => {
    const power_ids = [await idOf('user.read')];
    const add = async (client: Client, role_id: number, ids: number[]) =>
      client.send(rolePowers.add, { role_id, version: await versionOf(role_id), power_ids: ids });
    await expect(add(clerk, juniorRole, power_ids)).resolves.toEqual({});
    await expect(add(clerk, juniorRole, [...power_ids, await idOf('audit.read')])).rejects.toMatchObject(
      EXCEEDED,
    );
    await expect(add(manager, juniorRole, [chiefPower])).rejects.toMatchObject(EXCEEDED);
    expect(await powersOf(juniorRole)).toEqual(power_ids);
  });

  test('one’s own role cannot be edited into more', async () => {
    const own = await powersOf(1);
    await expect(
      manager.send(rolePowers.add, {
        role_id: 1,
        version: await versionOf(1),
        power_ids: [...own, chiefPower],
      }),
    ).rejects.toMatchObject(EXCEEDED);
    await expect(
      clerk.send(roles.edit, {
        role_id: clerkRole,
        version: await versionOf(clerkRole),
        sees_all_sites: true,
      }),
    ).rejects.toMatchObject(EXCEEDED);
  });

  test('a stronger role is neither stripped, renamed nor deleted', async () => {
    const version = await versionOf(chiefRole);
    await expect(
      manager.send(rolePowers.add, { role_id: chiefRole, version, power_ids: [] }),
    ).rejects.toMatchObject(EXCEEDED);
    await expect(
      manager.send(roles.edit, { role_id: chiefRole, version, remark: 'x' }),
    ).rejects.toMatchObject(EXCEEDED);
    await expect(manager.send(roles.remove, { role_id: chiefRole })).rejects.toMatchObject(EXCEEDED);
    expect(await powersOf(chiefRole)).toContain(chiefPower);
  });

  test('a role that sees all sites is made only by who does', async () => {
    const add = (client: Client, role_name: string) =>
      client.send(roles.add, { role_name, sees_all_sites: true });
    await expect(add(clerk, 'sees all 1')).rejects.toMatchObject(EXCEEDED);
    await expect(add(manager, 'sees all 2')).resolves.toBeDefined();
  });

  test('whoever registers gets no role that its chooser could not give', async () => {
    const limit = await clerk.send(loginLimits.data, {});
    const set = (client: Client, change: object) => client.send(loginLimits.set, { ...limit, ...change });
    await expect(set(clerk, { register_role_id: 1 })).rejects.toMatchObject(EXCEEDED);
    await expect(set(admin, { register_role_id: 0 })).rejects.toMatchObject(EXCEEDED);
    await expect(set(clerk, { register_role_id: juniorRole })).resolves.toEqual({});
  });

  test('limits for every account are tightened by who sees all sites, and loosened by who covers everyone', async () => {
    const limit = await manager.send(loginLimits.data, {});
    const set = async (client: Client, change: object) =>
      client.send(loginLimits.set, { ...(await client.send(loginLimits.data, {})), ...change });
    for (const change of [
      { max_failures: limit.max_failures + 1 },
      { lock_minutes: limit.lock_minutes - 1 },
      { codes_per_number: limit.codes_per_number + 1 },
      { codes_per_address: limit.codes_per_address + 1 },
      { codes_per_day: limit.codes_per_day + 1 },
      { max_devices: limit.max_devices + 1 },
    ]) {
      await expect(set(manager, change), JSON.stringify(change)).rejects.toMatchObject({
        envelope: { detail: 'limits_of_all', fields: [{ problem: 'limit_loosened' }] },
      });
    }
    expect(limit.limits_locked).toBe(false);
    expect((await clerk.send(loginLimits.data, {})).limits_locked).toBe(true);
    for (const change of [
      { max_failures: limit.max_failures - 1 },
      { lock_minutes: limit.lock_minutes + 1 },
      { one_answer: !limit.one_answer },
      { codes_per_number: limit.codes_per_number - 1 },
      { codes_per_address: limit.codes_per_address - 1 },
      { codes_per_day: 1 },
      { max_devices: 1 },
    ]) {
      await expect(set(clerk, change), JSON.stringify(change)).rejects.toMatchObject({
        envelope: {
          detail: 'limits_of_all',
          fields: [{ field: Object.keys(change)[0], problem: 'limit_of_all' }],
        },
      });
    }
    await set(manager, { max_failures: limit.max_failures - 1, one_answer: true });
    await expect(set(manager, { one_answer: false })).rejects.toMatchObject({
      envelope: { detail: 'limits_of_all' },
    });
    await set(admin, { max_failures: limit.max_failures, one_answer: limit.one_answer });
  });

  test('whoever may not give the registering role may not drop its approval either', async () => {
    await admin.send(loginLimits.set, {
      ...(await admin.send(loginLimits.data, {})),
      register_role_id: 2,
      register_needs_approval: true,
    });
    const limit = await clerk.send(loginLimits.data, {});
    await expect(
      clerk.send(loginLimits.set, { ...limit, register_needs_approval: false }),
    ).rejects.toMatchObject(EXCEEDED);
  });
});

test('a power that is taken from a role is gone with the next call, without signing anyone out', async () => {
  const role_id = await makeRole(app.db, ['user.read']);
  const client = await app.client().signIn((await makeUser(app.db, role_id)).account);
  await expect(client.send(users.list, {})).resolves.toBeDefined();
  await admin.send(rolePowers.add, { role_id, version: await versionOf(role_id), power_ids: [] });
  await expect(client.send(users.list, {})).rejects.toMatchObject({ envelope: { code: 16 } });
  await expect(client.send(signIn.me, {})).resolves.toBeDefined();
});
