import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { userById } from './http/auth.ts';
import { scope } from './scope.ts';

let app: TestApp;
const site: Record<string, number> = {};

beforeAll(async () => {
  app = await testApp();
  for (const name of ['A', 'B', 'C', 'D']) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name) values (${`mn-${name}`}, ${name}) returning site_id`);
    site[name] = row?.site_id ?? 0;
  }
});

/** The names of the sites that the user sees, selected with `scope` like in every feature. */
async function seenBy(user_id: number): Promise<string> {
  const user = await userById(app.db, user_id);
  const rows = await app.db.rows<{ site_name: string }>(sql`
    select s.site_name from site s where ${scope(user, sql`s.site_id`)} order by s.site_name`);
  return rows.map(({ site_name }) => site_name).join('');
}

const give = (user_id: number, ...names: string[]) =>
  app.db.run(sql`
    insert into user_site (user_id, site_id) select ${user_id}, unnest(${names.map((name) => site[name])}::integer[])`);

async function group(members: number[], ...names: string[]): Promise<number> {
  const row = await app.db.one<{ id: number }>(sql`
    insert into user_group (user_group_name) values (${`${members} ${names} ${Math.random()}`})
    returning user_group_id as id`);
  const id = row?.id ?? 0;
  await app.db.run(sql`
    insert into user_group_member (user_group_id, user_id) select ${id}, unnest(${members}::integer[])`);
  await app.db.run(sql`
    insert into group_site (user_group_id, site_id)
    select ${id}, unnest(${names.map((name) => site[name])}::integer[])`);
  return id;
}

const operator = async () => (await makeUser(app.db, 2)).user_id;

describe('a user whose role is limited', () => {
  test('sees no site until given one', async () => {
    expect(await seenBy(await operator())).toBe('');
  });

  test('sees the sites given to them', async () => {
    const user_id = await operator();
    await give(user_id, 'A', 'C');
    expect(await seenBy(user_id)).toBe('AC');
  });

  test('sees the sites of every group they are in', async () => {
    const user_id = await operator();
    await group([user_id, await operator()], 'B');
    await group([user_id], 'B', 'D');
    expect(await seenBy(user_id)).toBe('BD');
  });

  test('sees a site once, by whichever way it comes', async () => {
    const user_id = await operator();
    await give(user_id, 'A', 'B');
    await group([user_id], 'B', 'C');
    expect(await seenBy(user_id)).toBe('ABC');
  });

  test('does not see what others, or groups of others, were given', async () => {
    const [mine, other] = [await operator(), await operator()];
    await give(other, 'A');
    await group([other], 'B');
    await give(mine, 'D');
    expect(await seenBy(mine)).toBe('D');
  });

  test('sees less at once when the site, the membership or the group is taken away', async () => {
    const user_id = await operator();
    await give(user_id, 'A');
    const first = await group([user_id], 'B');
    const second = await group([user_id], 'C');
    await app.db.run(sql`delete from user_site where user_id = ${user_id}`);
    expect(await seenBy(user_id)).toBe('BC');
    await app.db.run(
      sql`delete from user_group_member where user_group_id = ${first} and user_id = ${user_id}`,
    );
    expect(await seenBy(user_id)).toBe('C');
    await app.db.run(sql`delete from user_group where user_group_id = ${second}`);
    expect(await seenBy(user_id)).toBe('');
  });
});

describe('a user who sees all sites', () => {
  test('by role needs nothing given', async () => {
    const role_id = await makeRole(app.db, [], true);
    expect(await seenBy((await makeUser(app.db, role_id)).user_id)).toBe('ABCD');
  });

  test('is the super administrator, whatever their role says', async () => {
    await app.db.run(sql`update role set sees_all_sites = false where role_id = 0`);
    const admin = await app.login('admin');
    expect(await seenBy(admin.user?.user_id ?? 0)).toBe('ABCD');
  });

  test('sees what they were given when the role changes', async () => {
    const role_id = await makeRole(app.db, [], true);
    const { user_id } = await makeUser(app.db, role_id);
    await give(user_id, 'B');
    await app.db.run(sql`update role set sees_all_sites = false where role_id = ${role_id}`);
    expect(await seenBy(user_id)).toBe('B');
  });
});

test('a sealed user is nobody: no job works for them', async () => {
  const user_id = await operator();
  await expect(userById(app.db, user_id)).resolves.toMatchObject({ user_id, role_id: 2 });
  await app.db.run(sql`update user_account set status = 'sealed' where user_id = ${user_id}`);
  await expect(userById(app.db, user_id)).rejects.toMatchObject({ fault: 'account_missing' });
});
