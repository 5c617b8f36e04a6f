import { beforeAll, expect, test } from 'vitest';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { users } from '#shared/contract/access/users.ts';
import { themes, themeUsers } from '#shared/contract/groups/themes.ts';
import { type Client, PASSWORD, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const addTheme = async (theme_name: string, more = {}) =>
  Number((await admin.send(themes.add, { theme_name, ...more })).theme_id);
const userIds = async (theme_id: number) =>
  (await admin.send(themeUsers.data, { theme_id })).data_info.map(({ user_id }) => user_id);

test('a name that is taken is 36; a colour must be one', async () => {
  await addTheme('蓝');
  await expect(addTheme('蓝')).rejects.toMatchObject({
    envelope: { code: 36, fields: [{ field: 'theme_name', problem: 'repeated' }] },
  });
  for (const accent of ['red', '#12345', '#1234567', 'url(x)', '#12345g'])
    await expect(addTheme('坏', { accent })).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'accent', problem: 'bad_format' }] },
    });
  await expect(addTheme('坏', { map_style: 'neon' })).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'map_style', problem: 'bad_choice' }] },
  });
});

test('a user has one theme: the next takes it from the last', async () => {
  const [first, second] = [await addTheme('一'), await addTheme('二')];
  const [a, b] = [(await makeUser(app.db, 2)).user_id, (await makeUser(app.db, 2)).user_id];
  await admin.send(themeUsers.add, { theme_id: first, user_ids: [a, b] });
  await admin.send(themeUsers.add, { theme_id: second, user_ids: a });
  expect(await userIds(first)).toEqual([b]);
  expect(await userIds(second)).toEqual([a]);
  const { data_info } = await admin.send(themes.list, { page_size: 1000 });
  expect(data_info.find(({ theme_id }) => theme_id === first)).toMatchObject({ user_count: 1 });
});

test('a theme is taken from a user, and only from one who has it', async () => {
  const [theme_id, other] = [await addTheme('取一'), await addTheme('取二')];
  const { user_id } = await makeUser(app.db, 2);
  await admin.send(themeUsers.add, { theme_id, user_ids: user_id });
  await admin.send(themeUsers.remove, { theme_id: other, user_ids: user_id });
  expect(await userIds(theme_id)).toEqual([user_id]);
  await admin.send(themeUsers.remove, { theme_id, user_ids: user_id });
  expect(await userIds(theme_id)).toEqual([]);
});

test('a theme or user that does not exist changes nobody’s theme', async () => {
  const theme_id = await addTheme('三');
  const { user_id } = await makeUser(app.db, 2);
  await admin.send(themeUsers.add, { theme_id, user_ids: user_id });
  for (const input of [
    { theme_id: 98_765, user_ids: user_id },
    { theme_id: await addTheme('四'), user_ids: [user_id, 98_765] },
  ])
    await expect(admin.send(themeUsers.add, input)).rejects.toMatchObject({ envelope: { code: 400 } });
  expect(await userIds(theme_id)).toEqual([user_id]);
});

test('signing in, refreshing and asking bring the theme along; without one there are no settings', async () => {
  const { account, user_id } = await makeUser(app.db, 2);
  const platform = { time_zone: 'Asia/Shanghai', alarm_sound: 'chime' };
  const none = { title: null, logo: null, accent: null, map_style: 'general', ...platform };
  const login = () => app.client().send(signIn.login, { account, password: PASSWORD });
  expect((await login()).user_set).toEqual(none);
  const look = {
    title: '某市环境',
    logo: `/file/picture/${'0a'.repeat(32)}`,
    accent: '#0A7B83',
    map_style: 'dark' as const,
  };
  const { title: platform_title, ...rest } = look;
  const theme_id = await addTheme('深', { ...rest, platform_title });
  await admin.send(themeUsers.add, { theme_id, user_ids: user_id });
  expect((await login()).user_set).toEqual({ ...look, ...platform });
  const client = await app.client().signIn(account);
  expect((await client.send(signIn.me, {})).user_set).toEqual({ ...look, ...platform });
  const refreshed = await client.send(signIn.refresh, {
    refresh_token: client.tokens?.refresh_token ?? '',
  });
  expect(refreshed.user_set).toEqual({ ...look, ...platform });
  await admin.send(themes.remove, { theme_id });
  expect((await login()).user_set).toEqual(none);
});

test('a deleted user leaves the theme', async () => {
  const theme_id = await addTheme('五');
  const { user_id } = await makeUser(app.db, 2);
  await admin.send(themeUsers.add, { theme_id, user_ids: user_id });
  await admin.send(users.remove, { user_id });
  expect(await userIds(theme_id)).toEqual([]);
});
