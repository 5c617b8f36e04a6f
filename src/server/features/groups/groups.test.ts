import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '#shared/contract/access/users.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const addGroup = async (user_group_name: string, more = {}) =>
  Number((await admin.send(userGroups.add, { user_group_name, ...more })).user_group_id);
const groupOf = async (user_group_id: number) => {
  const { data_info } = await admin.send(userGroups.list, { page_size: 1000 });
  return data_info.find((group) => group.user_group_id === user_group_id);
};
const memberIds = async (user_group_id: number) =>
  (await admin.send(groupMembers.ofGroup, { user_group_id })).data_info.map(({ user_id }) => user_id);
const someone = async () => (await makeUser(app.db, 2)).user_id;

describe('groups', () => {
  test('a name that is taken is 36 at its field', async () => {
    const repeated = { envelope: { code: 36, fields: [{ field: 'user_group_name', problem: 'repeated' }] } };
    const user_group_id = await addGroup('甲组');
    await addGroup('乙组');
    await expect(addGroup('甲组')).rejects.toMatchObject(repeated);
    await expect(
      admin.send(userGroups.edit, { user_group_id, version: 1, user_group_name: '乙组' }),
    ).rejects.toMatchObject(repeated);
  });

  test('only what is sent changes, and a stale version is refused', async () => {
    const user_group_id = await addGroup('编辑', { remark: 'kept' });
    await admin.send(userGroups.edit, { user_group_id, version: 1, user_group_name: '编辑后' });
    expect(await groupOf(user_group_id)).toMatchObject({
      user_group_name: '编辑后',
      remark: 'kept',
      version: 2,
    });
    await expect(
      admin.send(userGroups.edit, { user_group_id, version: 1, remark: 'stale' }),
    ).rejects.toMatchObject({ envelope: { code: 65, detail: 'changed_meanwhile' } });
  });

  test('deleting a group keeps its members as users; one that is not there deletes nothing', async () => {
    const [one, two] = [await addGroup('删一'), await addGroup('删二')];
    const user_id = await someone();
    await admin.send(groupMembers.add, { user_group_id: one, user_ids: user_id });
    await expect(admin.send(userGroups.remove, { user_group_id: [one, 98_765] })).rejects.toMatchObject({
      envelope: { code: 10 },
    });
    await admin.send(userGroups.remove, { user_group_id: [one, two] });
    expect(await groupOf(one)).toBeUndefined();
    const { data_info } = await admin.send(users.list, { page_size: 1000 });
    expect(data_info.find((user) => user.user_id === user_id)).toMatchObject({ group_names: '' });
  });
});

describe('members', () => {
  test('one or many are added, and adding again changes nothing', async () => {
    const user_group_id = await addGroup('成员');
    const ids = [await someone(), await someone(), await someone()];
    await admin.send(groupMembers.add, { user_group_id, user_ids: ids[0] ?? 0 });
    await admin.send(groupMembers.add, { user_group_id, user_ids: [...ids, ids[1] ?? 0] });
    expect((await memberIds(user_group_id)).sort((a, b) => a - b)).toEqual(ids);
    expect(await groupOf(user_group_id)).toMatchObject({ member_count: 3 });
  });

  test('the ones named are removed, others stay; who is no member does not matter', async () => {
    const user_group_id = await addGroup('移除');
    const [a, b, c] = [await someone(), await someone(), await someone()];
    await admin.send(groupMembers.add, { user_group_id, user_ids: [a, b] });
    await admin.send(groupMembers.remove, { user_group_id, user_ids: [a, c, 98_765] });
    expect(await memberIds(user_group_id)).toEqual([b]);
  });

  test('a group or a user that does not exist is told at its field, and nobody is added', async () => {
    const user_group_id = await addGroup('缺人');
    const user_id = await someone();
    await expect(
      admin.send(groupMembers.add, { user_group_id, user_ids: [user_id, 98_765] }),
    ).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'user_id', problem: 'unknown_value' }] },
    });
    expect(await memberIds(user_group_id)).toEqual([]);
    await expect(
      admin.send(groupMembers.add, { user_group_id: 98_765, user_ids: user_id }),
    ).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'user_group_id', problem: 'unknown_value' }] },
    });
    await expect(admin.send(groupMembers.add, { user_group_id, user_ids: [] })).rejects.toMatchObject({
      envelope: { code: 400 },
    });
  });

  test('a deleted user is a member no more', async () => {
    const user_group_id = await addGroup('离职');
    const user_id = await someone();
    await admin.send(groupMembers.add, { user_group_id, user_ids: user_id });
    await admin.send(users.remove, { user_id });
    expect(await groupOf(user_group_id)).toMatchObject({ member_count: 0 });
  });
});

describe('questions about groups', () => {
  test('who is in a group, who is not, and which groups a user is in', async () => {
    const [first, second] = [await addGroup('问一'), await addGroup('问二')];
    const [a, b] = [await someone(), await someone()];
    await admin.send(groupMembers.add, { user_group_id: first, user_ids: [a, b] });
    await admin.send(groupMembers.add, { user_group_id: second, user_ids: a });

    const outside = await admin.send(groupMembers.notInGroup, { user_group_id: second, page_size: 1000 });
    const outsideIds = outside.data_info.map(({ user_id }) => user_id);
    expect(outsideIds).toContain(b);
    expect(outsideIds).not.toContain(a);
    const { total } = await admin.send(users.list, {});
    expect(outside.total).toBe(total - 1);

    const of = await admin.send(groupMembers.ofUser, { user_id: a });
    expect(of.data_info.map(({ user_group_name }) => user_group_name).sort()).toEqual(
      ['问一', '问二'].sort(),
    );

    const many = await admin.send(groupMembers.ofUsers, { user_ids: [b, a, 98_765] });
    expect(many.data_info).toEqual([
      { user_id: a, user_group_ids: [first, second] },
      { user_id: b, user_group_ids: [first] },
    ]);
  });

  test('groups are found by a part of their name, letter by letter', async () => {
    await addGroup('南京一站');
    await addGroup('南京二站');
    await addGroup('50%组');
    const find = async (user_group_name: string) =>
      (await admin.send(groupMembers.byName, { user_group_name })).data_info.map(
        (group) => group.user_group_name,
      );
    expect(await find('南京')).toEqual(['南京二站', '南京一站']);
    expect(await find('%')).toEqual(['50%组']);
    expect(await find("' or true --")).toEqual([]);
  });

  test('members come by their names, page by page, without more than names', async () => {
    const user_group_id = await addGroup('分页');
    const ids = await Promise.all(Array.from({ length: 7 }, someone));
    await admin.send(groupMembers.add, { user_group_id, user_ids: ids });
    const seen: number[] = [];
    for (let page_index = 1; page_index <= 3; page_index++) {
      const page = await admin.send(groupMembers.ofGroup, { user_group_id, page_index, page_size: 3 });
      expect(page.total).toBe(7);
      for (const row of page.data_info) expect(Object.keys(row)).toEqual(['user_id', 'account', 'real_name']);
      seen.push(...page.data_info.map(({ user_id }) => user_id));
    }
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  test('a group that is not there has no members', async () => {
    expect(await admin.send(groupMembers.ofGroup, { user_group_id: 98_765 })).toEqual({
      data_info: [],
      total: 0,
    });
  });
});
