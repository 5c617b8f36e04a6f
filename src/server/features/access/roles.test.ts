import { beforeAll, describe, expect, test } from 'vitest';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { powerHolders, powers, roleActions, rolePowers, roles } from '#shared/contract/access/roles.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let other: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  other = await app.login('admin');
});

const roleOf = async (role_id: number) => {
  const { data_info } = await admin.send(roles.list, { page_size: 1000 });
  return data_info.find((role) => role.role_id === role_id);
};
const powerOf = async (power_id: number) => {
  const { data_info } = await admin.send(powers.list, { page_size: 1000 });
  return data_info.find((power) => power.power_id === power_id);
};
const powerIds = async (role_id: number) =>
  (await admin.send(rolePowers.data, { role_id, page_size: 1000 })).data_info.map(({ power_id }) => power_id);
const addRole = async (role_name: string, more = {}) =>
  Number((await admin.send(roles.add, { role_name, ...more })).role_id);
const addPower = async (power_code: string, more = {}) => {
  const fields = { power_name: power_code, power_code, type: 3, ...more };
  return Number((await admin.send(powers.add, fields)).power_id);
};
const CHANGED = { envelope: { code: 65, detail: 'changed_meanwhile' } };

describe('roles', () => {
  test('the five seeded roles are there, with the super administrator as 0', async () => {
    const { data_info } = await admin.send(roles.list, {});
    expect(data_info.slice(0, 5).map(({ role_id, role_name_en }) => [role_id, role_name_en])).toEqual([
      [0, 'Super administrator'],
      [1, 'Administrator'],
      [2, 'Operator'],
      [3, 'Auditor'],
      [4, 'Learner'],
    ]);
    expect(data_info.every(({ built_in }) => built_in)).toBe(true);
  });

  test('a new role starts with no power and no site, numbered from 100', async () => {
    const role_id = await addRole('新角色');
    expect(role_id).toBeGreaterThanOrEqual(100);
    expect(await roleOf(role_id)).toMatchObject({
      role_name: '新角色',
      role_name_en: '',
      sees_all_sites: false,
      built_in: false,
      user_count: 0,
      power_count: 0,
      version: 1,
    });
  });

  test('a name that is taken is 33 at its field, when adding and when editing', async () => {
    const repeated = { envelope: { code: 33, fields: [{ field: 'role_name', problem: 'repeated' }] } };
    const role_id = await addRole('唯一');
    await addRole('第二');
    await expect(addRole('唯一')).rejects.toMatchObject(repeated);
    await expect(addRole('  唯一  ')).rejects.toMatchObject(repeated);
    await expect(admin.send(roles.edit, { role_id, version: 1, role_name: '第二' })).rejects.toMatchObject(
      repeated,
    );
    await expect(addRole('   ')).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'role_name', problem: 'required' }] },
    });
  });

  test('only what is sent changes: no default sneaks back in', async () => {
    const role_id = await addRole('完整', { role_name_en: 'Full', sees_all_sites: true, remark: 'kept' });
    await admin.send(roles.edit, { role_id, version: 1, role_name: '改名' });
    expect(await roleOf(role_id)).toMatchObject({
      role_name: '改名',
      role_name_en: 'Full',
      sees_all_sites: true,
      remark: 'kept',
      version: 2,
    });
  });

  test('two administrators who edit one role: the second is told, and the first’s change stays', async () => {
    const role_id = await addRole('两人');
    const seen = await roleOf(role_id);
    await admin.send(roles.edit, { role_id, version: seen?.version, remark: '第一' });
    await expect(
      other.send(roles.edit, { role_id, version: seen?.version, role_name_en: 'Second' }),
    ).rejects.toMatchObject(CHANGED);
    expect(await roleOf(role_id)).toMatchObject({ remark: '第一', role_name_en: '' });
    await other.send(roles.edit, { role_id, version: 2, role_name_en: 'Second' });
    expect(await roleOf(role_id)).toMatchObject({ remark: '第一', role_name_en: 'Second', version: 3 });
  });

  test('an edit must say which version it was made from', async () => {
    const role_id = await addRole('无版本');
    await expect(admin.send(roles.edit, { role_id, remark: 'x' })).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'version', problem: 'required' }] },
    });
    await expect(admin.send(roles.edit, { role_id: 98_765, version: 1, remark: 'x' })).rejects.toMatchObject({
      envelope: { code: 10 },
    });
  });

  test('a seeded role can be renamed but not deleted', async () => {
    const learner = await roleOf(4);
    await admin.send(roles.edit, { role_id: 4, version: learner?.version, role_name: '学员' });
    expect(await roleOf(4)).toMatchObject({ role_name: '学员', built_in: true });
    await expect(admin.send(roles.remove, { role_id: 3 })).rejects.toMatchObject({
      envelope: { code: 9, detail: 'built_in' },
    });
  });

  test('a role that someone has cannot be deleted, alone or in a batch', async () => {
    const [used, free] = [await makeRole(app.db, []), await makeRole(app.db, ['user.read'])];
    const { user_id } = await makeUser(app.db, used);
    for (const role_id of [used, [free, used]])
      await expect(admin.send(roles.remove, { role_id })).rejects.toMatchObject({
        envelope: { code: 9, detail: 'in_use' },
      });
    expect(await roleOf(free)).toBeDefined();
    expect(await roleOf(used)).toMatchObject({ user_count: 1 });
    await admin.send(users.remove, { user_id });
    await admin.send(roles.remove, { role_id: [free, used] });
    expect(await roleOf(free)).toBeUndefined();
  });

  test('the role that registering gives cannot be deleted', async () => {
    const role_id = await addRole('注册');
    const limit = await admin.send(loginLimits.data, {});
    await admin.send(loginLimits.set, { ...limit, register_role_id: role_id });
    await expect(admin.send(roles.remove, { role_id })).rejects.toMatchObject({
      envelope: { code: 9, detail: 'in_use' },
    });
  });
});

describe('powers of a role', () => {
  test('saving replaces the whole set and counts the role’s version up', async () => {
    const role_id = await addRole('权限');
    const [one, two, three] = [
      await addPower('set.one'),
      await addPower('set.two'),
      await addPower('set.three'),
    ];
    await admin.send(rolePowers.add, { role_id, version: 1, power_ids: [one, two] });
    await admin.send(rolePowers.add, { role_id, version: 2, power_ids: [two, three, three] });
    expect(await powerIds(role_id)).toEqual([two, three]);
    expect(await roleOf(role_id)).toMatchObject({ version: 3, power_count: 2 });
    await admin.send(rolePowers.add, { role_id, version: 3, power_ids: [] });
    expect(await powerIds(role_id)).toEqual([]);
  });

  test('a set read before another’s save is refused, whether the other saved powers or the role', async () => {
    const role_id = await addRole('冲突');
    const power = await addPower('clash.one');
    await admin.send(rolePowers.add, { role_id, version: 1, power_ids: [power] });
    await expect(other.send(rolePowers.add, { role_id, version: 1, power_ids: [] })).rejects.toMatchObject(
      CHANGED,
    );
    await expect(other.send(roles.edit, { role_id, version: 1, remark: 'x' })).rejects.toMatchObject(CHANGED);
    await other.send(roles.edit, { role_id, version: 2, remark: 'x' });
    await expect(admin.send(rolePowers.add, { role_id, version: 2, power_ids: [] })).rejects.toMatchObject(
      CHANGED,
    );
    expect(await powerIds(role_id)).toEqual([power]);
  });

  test('of two who save at the same moment one is told', async () => {
    const role_id = await addRole('同时');
    const ids = [await addPower('same.one'), await addPower('same.two')];
    const answers = await Promise.allSettled(
      [admin, other, admin, other].map((client, index) =>
        client.send(rolePowers.add, { role_id, version: 1, power_ids: [ids[index % 2] ?? 0] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await powerIds(role_id)).toHaveLength(1);
  });

  test('a role or a power that does not exist leaves the set as it was', async () => {
    const role_id = await addRole('缺失');
    const power = await addPower('lost.one');
    await admin.send(rolePowers.add, { role_id, version: 1, power_ids: [power] });
    await expect(
      admin.send(rolePowers.add, { role_id, version: 2, power_ids: [987_654] }),
    ).rejects.toMatchObject({
      envelope: { code: 400 },
    });
    await expect(
      admin.send(rolePowers.add, { role_id: 98_765, version: 1, power_ids: [] }),
    ).rejects.toMatchObject({
      envelope: { code: 10 },
    });
    expect(await powerIds(role_id)).toEqual([power]);
    expect((await roleOf(role_id))?.version).toBe(2);
  });

  test('everyone reads the powers of their own role, and of others only with the power to', async () => {
    const learner = await app.login('learner');
    const own = await learner.send(rolePowers.data, { page_size: 1000 });
    expect(own.total).toBeGreaterThan(0);
    expect(await learner.send(rolePowers.data, { role_id: 4, page_size: 1000 })).toEqual(own);
    for (const role_id of [0, 1, 98_765])
      await expect(learner.send(rolePowers.data, { role_id })).rejects.toMatchObject({
        envelope: { code: 16 },
      });
  });

  test('the super administrator has every power there is, also when 0 is asked for', async () => {
    const { total } = await admin.send(powers.list, {});
    expect((await admin.send(rolePowers.data, {})).total).toBe(total);
    expect((await admin.send(rolePowers.data, { role_id: 0 })).total).toBe(total);
  });
});

describe('powers', () => {
  test('repeated names and codes have their numbers: 35, 34 and 41', async () => {
    const group = await addPower('group.a', { type: 1, power_name: '组甲' });
    await addPower('code.one', { parent_id: group, power_name: '同名' });
    await expect(addPower('code.one', { power_name: '别名' })).rejects.toMatchObject({
      envelope: { code: 35, fields: [{ field: 'power_code', problem: 'repeated' }] },
    });
    await expect(addPower('code.two', { parent_id: group, power_name: '同名' })).rejects.toMatchObject({
      envelope: { code: 34, fields: [{ field: 'power_name', problem: 'repeated' }] },
    });
    await expect(addPower('group.b', { type: 1, power_name: '组甲' })).rejects.toMatchObject({
      envelope: { code: 41, fields: [{ field: 'power_name', problem: 'repeated' }] },
    });
    await expect(
      addPower('page.same', { type: 2, parent_id: group, power_name: '同名' }),
    ).resolves.toBeDefined();
    await addPower('loose.one', { power_name: '散' });
    await expect(addPower('loose.two', { power_name: '散' })).rejects.toMatchObject({
      envelope: { code: 34 },
    });
  });

  test('a power belongs to a group and to nothing else', async () => {
    const action = await addPower('plain.action');
    const group = await addPower('plain.group', { type: 1 });
    const refused = { envelope: { code: 400, fields: [{ field: 'parent_id', problem: 'unknown_value' }] } };
    await expect(addPower('child.a', { parent_id: action })).rejects.toMatchObject(refused);
    await expect(addPower('child.b', { parent_id: 987_654 })).rejects.toMatchObject(refused);
    const child = await addPower('child.d', { parent_id: group });
    expect(await powerOf(child)).toMatchObject({ parent_id: group, parent_name: 'plain.group' });
  });

  test('groups stand side by side, never inside one another', async () => {
    const group = await addPower('flat.group', { type: 1 });
    expect(await powerOf(await addPower('flat.inner', { type: 1, parent_id: group }))).toMatchObject({
      parent_id: null,
    });
    await admin.send(powers.edit, { power_id: group, version: 1, parent_id: group });
    expect(await powerOf(group)).toMatchObject({ parent_id: null });
    const member = await addPower('flat.member', { parent_id: group });
    await admin.send(powers.edit, { power_id: member, version: 1, type: 1 });
    expect(await powerOf(member)).toMatchObject({ type: 1, parent_id: null });
  });

  test('a group that has members stays a group', async () => {
    const group = await addPower('full.group', { type: 1 });
    await addPower('full.member', { parent_id: group });
    await expect(admin.send(powers.edit, { power_id: group, version: 1, type: 3 })).rejects.toMatchObject({
      envelope: { code: 8, detail: 'in_use' },
    });
    await expect(admin.send(powers.remove, { power_id: group })).rejects.toMatchObject({
      envelope: { code: 9, detail: 'in_use' },
    });
  });

  test('a built-in power keeps its code, type, address and group; its name may change', async () => {
    const { data_info } = await admin.send(powers.list, { keyword: 'user.read' });
    const power = data_info[0];
    const edit = (change: object) =>
      admin.send(powers.edit, { power_id: power?.power_id, version: power?.version, ...change });
    for (const change of [{ power_code: 'x.y' }, { type: 2 }, { power_url: '/x' }, { parent_id: null }])
      await expect(edit(change)).rejects.toMatchObject({ envelope: { code: 8, detail: 'built_in' } });
    await expect(admin.send(powers.remove, { power_id: power?.power_id ?? 0 })).rejects.toMatchObject({
      envelope: { code: 9, detail: 'built_in' },
    });
    await edit({ power_name: '查看用户', power_code: 'user.read', type: 3 });
    expect(await powerOf(power?.power_id ?? 0)).toMatchObject({
      power_name: '查看用户',
      power_code: 'user.read',
    });
  });

  test('a power that is deleted leaves the roles that had it', async () => {
    const power_id = await addPower('short.lived');
    const role_id = await addRole('短命');
    await admin.send(rolePowers.add, { role_id, version: 1, power_ids: [power_id] });
    await admin.send(powers.remove, { power_id });
    expect(await powerIds(role_id)).toEqual([]);
  });

  test('a code is made of letters, digits and . _ -', async () => {
    for (const power_code of ['has space', '中文', "a';--"])
      await expect(addPower(power_code, { power_name: 'x' })).rejects.toMatchObject({
        envelope: { code: 400, fields: [{ field: 'power_code' }] },
      });
  });
});

describe('copying a role', () => {
  test('a copy has the powers and the sight of the original, and goes its own way', async () => {
    const copied = await admin.send(roleActions.copy, {
      role_id: 3,
      role_name: '审计副本',
      role_name_en: 'Auditors 2',
    });
    expect(await roleOf(copied.role_id)).toMatchObject({
      role_name: '审计副本',
      role_name_en: 'Auditors 2',
      sees_all_sites: true,
      built_in: false,
      user_count: 0,
    });
    expect((await powerIds(copied.role_id)).sort()).toEqual((await powerIds(3)).sort());
    await admin.send(rolePowers.add, { role_id: copied.role_id, version: 1, power_ids: [] });
    expect((await powerIds(3)).length).toBeGreaterThan(0);
  });

  test('a name that is taken is refused on its field, and role 0 has nothing to copy', async () => {
    await expect(admin.send(roleActions.copy, { role_id: 3, role_name: '管理员' })).rejects.toMatchObject({
      envelope: { fields: [{ field: 'role_name' }] },
    });
    await expect(admin.send(roleActions.copy, { role_id: 0, role_name: '另一个' })).rejects.toMatchObject({
      fault: 'super_unbindable',
    });
  });

  test('nobody copies a role that has more than they have', async () => {
    const role_id = await makeRole(app.db, ['role.write']);
    const person = await makeUser(app.db, role_id);
    const client = await app.client().signIn(person.account);
    await expect(client.send(roleActions.copy, { role_id: 3, role_name: '偷' })).rejects.toMatchObject({
      fault: 'no_authority',
    });
  });
});

describe('who has a power', () => {
  test('its roles and active users are named, the super administrators among them', async () => {
    const { data_info } = await admin.send(powers.list, { keyword: 'wall.write' });
    const power_id = data_info[0]?.power_id ?? 0;
    const role_id = await makeRole(app.db, ['wall.write']);
    const person = await makeUser(app.db, role_id);
    const sealed = await makeUser(app.db, role_id);
    await admin.send(userActions.seal, { user_id: sealed.user_id, sealed: true });
    const found = await admin.send(powerHolders.data, { power_id });
    expect(found.roles.map((role) => role.role_id)).toEqual([0, 1, role_id]);
    expect(found.roles.at(-1)?.user_count).toBe(1);
    expect(found.users?.map(({ account }) => account)).toEqual(['admin', 'manager', person.account]);
    expect(found.user_count).toBe(3);
  });

  test('who may not list users sees roles only', async () => {
    const person = await makeUser(app.db, await makeRole(app.db, ['role.read']));
    const client = await app.client().signIn(person.account);
    expect(await client.send(powerHolders.data, { power_id: 1 })).toMatchObject({ users: null });
  });
});
