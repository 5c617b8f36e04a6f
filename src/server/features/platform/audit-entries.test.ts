import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { powers, rolePowers, roles } from '#shared/contract/access/roles.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { audit } from '#shared/contract/platform/audit.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { auditTrace } from '#test/helpers/audit-trace.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const entries = async (query: Record<string, unknown>) =>
  (await admin.send(audit.list, { page_size: 1000, ...query })).data_info;
const traceOf = (work: () => Promise<unknown>) => auditTrace(app, admin, work);
const addRole = () => makeRole(app.db, []);
const addUser = async () => (await makeUser(app.db, 2)).user_id;
const newUser = { account: 'somebody', real_name: '某', role_id: 2, password: 'first-secret' };

test('what the product set up by itself is listed only where it is asked for', async () => {
  const role_id = await addRole();
  await app.db.run(sql`insert into basin (basin_name) values ('set up')`);
  await admin.send(roles.edit, { role_id, version: 1, remark: 'by a person' });
  const [all, byPeople] = [await entries({}), await entries({ by_people: true })];
  expect(all.filter(({ account }) => account === null)).not.toEqual([]);
  expect(byPeople.filter(({ account }) => account === null || account === 'system')).toEqual([]);
  expect(byPeople).toContainEqual(
    expect.objectContaining({ entity: 'role', entity_id: String(role_id), action: 'update' }),
  );
});

describe('an entry', () => {
  test('of an edit holds the row before and after', async () => {
    const role_id = await addRole();
    const trace = await traceOf(() => admin.send(roles.edit, { role_id, version: 1, remark: '新的' }));
    expect(trace).toMatchObject([
      {
        entity: 'role',
        entity_id: String(role_id),
        action: 'update',
        before: { remark: '', version: 1 },
        after: { remark: '新的', version: 2 },
      },
    ]);
  });

  test('of an edit that changes nothing is not made', async () => {
    const role_id = await addRole();
    const trace = await traceOf(async () => {
      await admin.send(roles.edit, { role_id, version: 1, remark: '' });
      await admin.send(roles.edit, { role_id, version: 2 });
      const powerless = { role_id, version: 2, power_ids: [] };
      await admin.send(rolePowers.add, powerless);
    });
    expect(trace).toEqual([]);
  });

  test('of a password says that it changed, and nothing of what it was or is', async () => {
    const user_id = await addUser();
    const [entry] = await traceOf(() =>
      admin.send(userActions.resetPassword, { user_id, password: 'second-secret' }),
    );
    expect(entry).toMatchObject({
      entity: 'user_account',
      before: { password_hash: '***' },
      after: { password_hash: '*** (new)' },
    });
    const [made] = await traceOf(() => admin.send(users.add, newUser));
    expect(made?.after).not.toHaveProperty('password_hash');
  });

  test('of members names all who came or went, one entry for each statement', async () => {
    const user_group_id = Number(
      (await admin.send(userGroups.add, { user_group_name: 'group' })).user_group_id,
    );
    const ids = [await addUser(), await addUser(), await addUser()];
    const came = await traceOf(() => admin.send(groupMembers.add, { user_group_id, user_ids: ids }));
    expect(came).toMatchObject([
      {
        entity: 'user_group_member',
        entity_id: String(user_group_id),
        action: 'insert',
        before: null,
        after: { user_id: ids },
      },
    ]);
    const went = await traceOf(() =>
      admin.send(groupMembers.remove, { user_group_id, user_ids: ids.slice(1) }),
    );
    expect(went).toMatchObject([{ action: 'delete', before: { user_id: ids.slice(1) }, after: null }]);
    expect(
      await traceOf(() => admin.send(groupMembers.add, { user_group_id, user_ids: ids[0] ?? 0 })),
    ).toEqual([]);
  });

  test('of a role’s powers tells what was taken and what was given', async () => {
    const role_id = await makeRole(app.db, ['user.read', 'role.read']);
    const { data_info } = await admin.send(rolePowers.data, { role_id });
    const [kept, taken] = data_info.map(({ power_id }) => power_id);
    const power = { power_name: 'given', power_code: 'given', type: 3 as const };
    const given = Number((await admin.send(powers.add, power)).power_id);
    const trace = await traceOf(() =>
      admin.send(rolePowers.add, { role_id, version: 1, power_ids: [kept ?? 0, given] }),
    );
    expect(trace).toMatchObject([
      { entity: 'role_power', action: 'delete', before: { power_id: [taken] } },
      { entity: 'role_power', action: 'insert', after: { power_id: [given] } },
    ]);
  });

  test('is made for what falls with what is deleted', async () => {
    const role_id = await makeRole(app.db, ['user.read', 'role.read']);
    const trace = await traceOf(() => admin.send(roles.remove, { role_id }));
    expect(trace.map(({ entity, action }) => `${action} ${entity}`).sort()).toEqual([
      'delete role',
      'delete role_power',
    ]);
  });

  test('outlives the user who made it', async () => {
    const person = await makeUser(app.db, 1);
    const client = await app.client().signIn(person.account);
    const [entry] = await traceOf(() => client.send(roles.add, { role_name: 'of somebody' }));
    await admin.send(users.remove, { user_id: person.user_id });
    const [kept] = await entries({ keyword: entry?.request_id });
    expect(kept).toMatchObject({ account: person.account, entity: 'role' });
  });
});

describe('reading the log', () => {
  test('is for those who hold the power', async () => {
    await expect((await app.login('auditor')).send(audit.list, {})).resolves.toBeDefined();
    for (const account of ['operator', 'learner'])
      await expect((await app.login(account)).send(audit.list, {})).rejects.toMatchObject({
        envelope: { code: 16 },
      });
  });

  test('an entity is asked for by its whole name', async () => {
    const found = await entries({ entity: 'role' });
    expect(new Set(found.map(({ entity }) => entity))).toEqual(new Set(['role']));
    const inserts = await entries({ entity: 'role_power', action: 'insert', account: 'admin' });
    expect(inserts.length).toBeGreaterThan(0);
    expect(inserts.every(({ action, account }) => action === 'insert' && account === 'admin')).toBe(true);
  });
});
