import { beforeAll, expect, test } from 'vitest';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { duty } from '#shared/contract/groups/duty.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { themes, themeUsers } from '#shared/contract/groups/themes.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

let count = 0;
/** A group of two with the first version of its roster. */
async function groupOfTwo(more = {}) {
  const people = [await makeUser(app.db, 2), await makeUser(app.db, 2)] as const;
  const user_ids = people.map(({ user_id }) => user_id);
  const added = await admin.send(userGroups.add, { user_group_name: `值班组${++count}`, ...more });
  const user_group_id = Number(added.user_group_id);
  await admin.send(groupMembers.add, { user_group_id, user_ids });
  return { user_group_id, people, day: turn(user_ids[0], 1), night: turn(user_ids[1], 1, '20:00', '08:00') };
}
const turn = (user_id = 0, weekday = 1, start_time = '08:00', end_time = '20:00') => ({
  user_id,
  weekday,
  start_time,
  end_time,
});

test('a roster is replaced as a whole and comes back with names', async () => {
  const { user_group_id, day, night } = await groupOfTwo();
  expect(await admin.send(duty.get, { user_group_id })).toEqual({ version: 1, duties: [] });
  await admin.send(duty.set, { user_group_id, version: 1, duties: [night, day] });
  const read = await admin.send(duty.get, { user_group_id });
  expect(read).toMatchObject({ version: 2, duties: [day, night] });
  expect(read.duties[0]?.real_name).toMatch(/^某/);
  await admin.send(duty.set, { user_group_id, version: 2, duties: [day] });
  expect((await admin.send(duty.get, { user_group_id })).duties).toMatchObject([day]);
  const log = await admin.send(audit.list, { entity: 'user_duty', page_size: 1 });
  expect(log.data_info).toMatchObject([{ action: 'delete', entity_id: String(user_group_id) }]);
});

test('of two who edit a roster at once the second is told', async () => {
  const { user_group_id, day, night } = await groupOfTwo();
  await admin.send(duty.set, { user_group_id, version: 1, duties: [day] });
  await expect(admin.send(duty.set, { user_group_id, version: 1, duties: [night] })).rejects.toMatchObject({
    envelope: { code: 65, detail: 'changed_meanwhile' },
  });
  await expect(admin.send(duty.set, { user_group_id: 98_765, version: 1, duties: [] })).rejects.toMatchObject(
    { envelope: { code: 10 } },
  );
});

test('only members are on duty, and whoever leaves the group leaves the roster', async () => {
  const { user_group_id, day, night } = await groupOfTwo();
  const stranger = await makeUser(app.db, 2);
  await expect(
    admin.send(duty.set, { user_group_id, version: 1, duties: [day, turn(stranger.user_id)] }),
  ).rejects.toMatchObject({
    envelope: {
      code: 400,
      fields: [{ field: 'duties', problem: 'not_a_member', params: { name: expect.stringMatching(/^某/) } }],
    },
  });
  await admin.send(duty.set, { user_group_id, version: 1, duties: [day, night] });
  await admin.send(groupMembers.remove, { user_group_id, user_ids: day.user_id });
  expect((await admin.send(duty.get, { user_group_id })).duties).toMatchObject([night]);
});

test('a time that no clock shows, a day that no week has and a turn begun twice are refused', async () => {
  const { user_group_id, day } = await groupOfTwo();
  for (const wrong of [{ start_time: '24:00' }, { end_time: '8:00' }, { weekday: 9 }, { weekday: 0 }]) {
    const input = { user_group_id, version: 1, duties: [{ ...day, ...wrong }] };
    await expect(admin.send(duty.set, input)).rejects.toMatchObject({ envelope: { code: 400 } });
  }
  const twice = { user_group_id, version: 1, duties: [day, { ...day, end_time: '09:00' }] };
  await expect(admin.send(duty.set, twice)).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'duties', problem: 'repeated' }] },
  });
});

test('members inherit the theme of their group, unless they have one of their own', async () => {
  const addTheme = async (theme_name: string) =>
    Number((await admin.send(themes.add, { theme_name, platform_title: theme_name })).theme_id);
  const [ofGroup, own] = [await addTheme('组的'), await addTheme('自己的')];
  const { user_group_id, people } = await groupOfTwo({ theme_id: ofGroup });
  const [heir, chooser] = people;
  await admin.send(themeUsers.add, { theme_id: own, user_ids: chooser.user_id });
  const titleOf = async (account: string) =>
    (await (await app.client().signIn(account)).send(signIn.me, {})).user_set.title;
  expect(await titleOf(heir.account)).toBe('组的');
  expect(await titleOf(chooser.account)).toBe('自己的');

  const { data_info } = await admin.send(userGroups.list, { user_group_id });
  expect(data_info).toMatchObject([{ theme_id: ofGroup, theme_name: '组的' }]);
  await expect(
    admin.send(userGroups.edit, { user_group_id, version: 1, theme_id: 98_765 }),
  ).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'theme_id', problem: 'unknown_value' }] },
  });
  await admin.send(themes.remove, { theme_id: ofGroup });
  expect(await titleOf(heir.account)).toBeNull();
});
