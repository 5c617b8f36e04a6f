import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#server/db/sql.ts';
import { loginLimits } from '#shared/contract/access/login-config.ts';
import { roleActions, rolePowers, roles } from '#shared/contract/access/roles.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { duty } from '#shared/contract/groups/duty.ts';
import { dutyCalendar, dutySwaps } from '#shared/contract/groups/duty-calendar.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { themes, themeUsers } from '#shared/contract/groups/themes.ts';
import { everyCall } from '#shared/contract/index.ts';
import { articleActions } from '#shared/contract/learning/articles.ts';
import { assessments } from '#shared/contract/learning/assessments.ts';
import { competence } from '#shared/contract/learning/competence.ts';
import { meetingRooms } from '#shared/contract/meetings/rooms.ts';
import { wallLayouts } from '#shared/contract/wisdom-screen/layout.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { orderPlans } from '#shared/contract/work-orders/plans.ts';
import { orderRequestActions } from '#shared/contract/work-orders/requests.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { powerSeeds } from '#shared/powers.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';

/** A user with their own group and theme. */
interface Target {
  user_id: number;
  role_id: number;
  user_group_id: number;
  theme_id: number;
}

let app: TestApp;
/** Has every grantable power and sees one of the two sites. */
let manager: Client;
let managerRole: number;
/** A group and a theme without members. */
let empty: Omit<Target, 'user_id' | 'role_id'>;
const site = { seen: 0, unseen: 0 };

beforeAll(async () => {
  app = await testApp();
  for (const name of ['seen', 'unseen'] as const) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name) values (${name}, ${name}) returning site_id`);
    site[name] = row?.site_id ?? 0;
  }
  managerRole = await makeRole(
    app.db,
    powerSeeds.map(({ power_code }) => power_code),
  );
  const person = await makeUser(app.db, managerRole);
  await giveSite(person, site.seen);
  manager = await app.login(person.account);
  empty = await groupAndTheme();
});

async function giveSite({ user_id }: Pick<Person, 'user_id'>, site_id: number): Promise<void> {
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${site_id})`);
}

/** Has one of the manager's powers and the manager's site. */
async function junior(): Promise<Person> {
  const person = await makeUser(app.db, await makeRole(app.db, ['reading.read']));
  await giveSite(person, site.seen);
  return person;
}

let made = 0;
async function groupAndTheme(): Promise<typeof empty> {
  made += 1;
  const row = await app.db.one<typeof empty>(sql`
    with t as (insert into theme (theme_name) values (${`theme ${made}`}) returning theme_id),
         g as (insert into user_group (user_group_name) values (${`group ${made}`}) returning user_group_id)
    select user_group_id, theme_id from t, g`);
  if (!row) throw new Error('not made');
  return row;
}

async function targetOf({ user_id, role_id }: Pick<Person, 'user_id' | 'role_id'>): Promise<Target> {
  const own = await groupAndTheme();
  await app.db.run(sql`
    insert into user_group_member (user_group_id, user_id) values (${own.user_group_id}, ${user_id})`);
  await app.db.run(sql`
    insert into theme_user (theme_id, user_id) values (${own.theme_id}, ${user_id})
    on conflict (user_id) do update set theme_id = excluded.theme_id`);
  return { user_id, role_id, ...own };
}

const turn = { weekday: 1, start_time: '08:00', end_time: '16:00' };

/** Every call that takes another user, or their group, theme or role, with the input that would change the target. */
const attempts: Record<string, ((target: Target) => object)[]> = {
  [users.edit.path]: [({ user_id }) => ({ user_id, version: 1, mobile: '13612349999' })],
  [users.remove.path]: [({ user_id }) => ({ user_id })],
  [userActions.seal.path]: [({ user_id }) => ({ user_id, sealed: true })],
  [userActions.unlock.path]: [({ user_id }) => ({ user_id })],
  [userActions.resetPassword.path]: [({ user_id }) => ({ user_id, password: 'hijacked1' })],
  [userActions.editNormal.path]: [({ user_id }) => ({ user_id, version: 1, real_name: 'x' })],
  [userGroups.edit.path]: [
    ({ user_group_id }) => ({ user_group_id, version: 1, theme_id: empty.theme_id }),
    ({ user_group_id }) => ({ user_group_id, version: 1, remark: 'x' }),
  ],
  [userGroups.remove.path]: [({ user_group_id }) => ({ user_group_id })],
  [groupMembers.add.path]: [({ user_id }) => ({ user_group_id: empty.user_group_id, user_ids: user_id })],
  [groupMembers.remove.path]: [({ user_group_id, user_id }) => ({ user_group_id, user_ids: user_id })],
  [duty.set.path]: [
    ({ user_group_id, user_id }) => ({ user_group_id, version: 1, duties: [{ user_id, ...turn }] }),
  ],
  [dutyCalendar.setDay.path]: [
    ({ user_group_id, user_id }) => ({
      ...{ user_group_id, version: 1, on_date: '2026-12-01', is_own: true },
      turns: [{ user_id, start_time: '08:00', end_time: '20:00' }],
    }),
  ],
  [equipment.add.path]: [
    ({ user_id }) => ({ user_id, site_ids: [site.seen] }),
    ({ user_group_id }) => ({ user_group_id, site_ids: [site.seen] }),
  ],
  [themes.edit.path]: [({ theme_id }) => ({ theme_id, version: 1, platform_title: 'x' })],
  [themes.remove.path]: [({ theme_id }) => ({ theme_id })],
  [themeUsers.add.path]: [({ user_id }) => ({ theme_id: empty.theme_id, user_ids: user_id })],
  [themeUsers.remove.path]: [({ user_id, theme_id }) => ({ theme_id, user_ids: user_id })],
  [roles.edit.path]: [({ role_id }) => ({ role_id, version: 1, remark: 'x' })],
  [roles.remove.path]: [({ role_id }) => ({ role_id })],
  [rolePowers.add.path]: [({ role_id }) => ({ role_id, version: 1, power_ids: [] })],
};

/** Exempt calls: they take a role, group or theme, but change nothing for the users who have it. */
const spared = [
  // Grants a role: see authority.test.ts.
  users.add.path,
  userActions.addNormal.path,
  loginLimits.set.path,
  // Creates a role that nobody has, and requires authority over the copied one: see roles.test.ts.
  roleActions.copy.path,
  // `ask` needs the consent of the other user; `set` requires authority: see duty-calendar.test.ts.
  dutySwaps.ask.path,
  dutySwaps.set.path,
  // Wall tiles grant no access; only for roles that the user has authority over: see layout.test.ts.
  wallLayouts.set.path,
  wallLayouts.reset.path,
  // Restricts the readers of an article; grants no site or power.
  articleActions.add.path,
  articleActions.edit.path,
  // Restricts the users of a room; grants no access.
  meetingRooms.add.path,
  meetingRooms.edit.path,
  // Names the participants of an assessment; grants no access.
  assessments.add.path,
  assessments.edit.path,
  // Requirements are set only for roles that the user has authority over: see competence.test.ts.
  competence.add.path,
  competence.edit.path,
  // A new group has no members.
  userGroups.add.path,
  // Recipients get only the alarms of sites that they see.
  alarmRoutes.add.path,
  alarmRoutes.edit.path,
  // Orders go to users who see the site; they grant no access.
  orderTypes.add.path,
  orderTypes.edit.path,
  orderActions.add.path,
  orderPlans.add.path,
  orderRequestActions.order.path,
  orderPlans.edit.path,
  orderActions.assign.path,
];

const NAMES = /"(register_)?(user|user_group|theme|role)_ids?":/;

test('every call that changes something and names a person, group, theme or role is among the attempts', () => {
  const naming = everyCall()
    .map(({ call }) => call)
    .filter(({ writes }) => writes)
    .filter(({ input }) =>
      NAMES.test(JSON.stringify(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }))),
    )
    .map(({ path }) => path);
  expect([...Object.keys(attempts), ...spared].sort()).toEqual(naming.sort());
});

const each = Object.entries(attempts).flatMap(([path, inputs]) => inputs.map((input) => ({ path, input })));

/** Everything that an attempt could have changed. */
const state = () =>
  app.db.one(sql`
    select (select jsonb_agg(t order by t) from user_account t) as users,
           (select jsonb_agg(t order by t) from user_group t) as groups,
           (select jsonb_agg(t order by t) from user_group_member t) as members,
           (select jsonb_agg(t order by t) from user_duty t) as duties,
           (select jsonb_agg(t order by t) from user_site t) as sites,
           (select jsonb_agg(t order by t) from group_site t) as group_sites,
           (select jsonb_agg(t order by t) from theme t) as themes,
           (select jsonb_agg(t order by t) from theme_user t) as wearers,
           (select jsonb_agg(t order by t) from role t) as roles,
           (select jsonb_agg(t order by t) from role_power t) as powers,
           (select count(*) from session where revoked_at is null) as sessions`);

describe('a manager who sees some sites cannot act on', () => {
  const colleague = () => makeUser(app.db, managerRole);
  const everyone: [string, () => Promise<Pick<Person, 'user_id' | 'role_id'>>][] = [
    [
      'the super administrator',
      async () => ({ user_id: (await app.login('admin')).user?.user_id ?? 0, role_id: 0 }),
    ],
    [
      'a role with one power more',
      async () => {
        await app.db.run(sql`insert into power (power_name, power_code, type) values ('特权', 'x.chief', 3)`);
        return makeUser(app.db, await makeRole(app.db, ['x.chief']));
      },
    ],
    ['a role that sees all sites', async () => makeUser(app.db, await makeRole(app.db, [], true))],
    [
      'a colleague who was given another site',
      async () => {
        const person = await colleague();
        await giveSite(person, site.unseen);
        return person;
      },
    ],
    [
      'a colleague who sees another site by a group',
      async () => {
        const person = await colleague();
        const { user_group_id } = await groupAndTheme();
        await app.db.run(sql`insert into user_group_member (user_group_id, user_id)
                             values (${user_group_id}, ${person.user_id})`);
        await app.db.run(sql`insert into group_site (user_group_id, site_id)
                             values (${user_group_id}, ${site.unseen})`);
        return person;
      },
    ],
    [
      'a colleague who sees a place',
      async () => {
        const person = await colleague();
        await app.db.run(
          sql`insert into user_region (user_id, region_code) values (${person.user_id}, '370000')`,
        );
        return person;
      },
    ],
  ];

  test.each(everyone)('%s, by any call', async (_name, make) => {
    const target = await targetOf(await make());
    const before = await state();
    for (const { path, input } of each) {
      const { envelope } = await manager.raw(path, input(target));
      // 32 and 37: the super administrator cannot be deleted or unbound by anyone.
      expect([13, 32, 37], `${path} ${JSON.stringify(input(target))}: ${envelope.message}`).toContain(
        envelope.code,
      );
    }
    expect(await state()).toEqual(before);
  });
});

test('he can act on someone whose powers and sites he has, by every one of these calls', async () => {
  for (const { path, input } of each) {
    const target = await targetOf(await junior());
    const { envelope } = await manager.raw(path, input(target));
    // A role that somebody has is not deleted.
    const expected = path === roles.remove.path ? 9 : 0;
    expect(envelope.code, `${path}: ${envelope.message}`).toBe(expected);
  }
});

describe('groups', () => {
  async function groupWithUnseen(): Promise<number> {
    const { user_group_id } = await groupAndTheme();
    await app.db.run(sql`insert into group_site (user_group_id, site_id)
                         values (${user_group_id}, ${site.unseen})`);
    return user_group_id;
  }
  const refused = { envelope: { code: 13, detail: 'grants_exceeded' } };

  test('nobody puts themselves into a group with single sites that they do not see', async () => {
    const user_group_id = await groupWithUnseen();
    const user_ids = manager.user?.user_id ?? 0;
    await expect(manager.send(groupMembers.add, { user_group_id, user_ids })).rejects.toMatchObject(refused);
  });

  test('a group with sites that one does not see is neither changed nor deleted, members or not', async () => {
    const user_group_id = await groupWithUnseen();
    await expect(
      manager.send(userGroups.edit, { user_group_id, version: 1, remark: 'x' }),
    ).rejects.toMatchObject(refused);
    await expect(manager.send(userGroups.remove, { user_group_id })).rejects.toMatchObject(refused);
  });

  test('a duty roster with a stronger member can be changed for the others', async () => {
    const stronger = await targetOf(await makeUser(app.db, 1));
    const weaker = await junior();
    const { user_group_id } = stronger;
    await app.db.run(sql`insert into user_group_member (user_group_id, user_id)
                         values (${user_group_id}, ${weaker.user_id})`);
    await app.db.run(sql`insert into user_duty (user_group_id, user_id, weekday, start_time, end_time)
                         values (${user_group_id}, ${stronger.user_id}, 1, '08:00', '16:00')`);
    const kept = { user_id: stronger.user_id, ...turn };
    const set = (version: number, duties: (typeof kept)[]) =>
      manager.send(duty.set, { user_group_id, version, duties });
    await expect(set(1, [kept, { ...turn, user_id: weaker.user_id }])).resolves.toEqual({});
    const { version } = await manager.send(duty.get, { user_group_id });
    await expect(set(version, [])).rejects.toMatchObject({ envelope: { code: 13, detail: 'account_above' } });
  });
});

test('a stronger colleague whose password he could not reset still signs in', async () => {
  const person = await makeUser(app.db, managerRole);
  await giveSite(person, site.unseen);
  await expect(
    manager.send(userActions.resetPassword, { user_id: person.user_id, password: 'hijacked1' }),
  ).rejects.toMatchObject({ envelope: { code: 13, detail: 'account_above' } });
  await expect(app.login(person.account)).resolves.toBeDefined();
});
