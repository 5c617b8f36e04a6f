import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openPool, type Pool } from '#server/db/pool.ts';
import { Sql, sql } from '#server/db/sql.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { admin, dropDatabase } from '#test/helpers/templates.ts';
import { isPassword } from './passwords.ts';
import { seedAccess, seedDemoUsers, seedFirstAdministrator } from './seed.ts';

let pool: Pool;
const name = `seed_${randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  await admin(inject('adminUrl'), `create database ${name}`);
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  await migrate(url.href, join(projectRoot, 'migrations'));
  pool = openPool(url.href, () => {});
});
afterAll(async () => {
  await pool.end();
  await dropDatabase(inject('adminUrl'), name);
});

const TABLES = ['role', 'power', 'role_power', 'menu', 'login_limit', 'user_account'];
const dump = async () => {
  const rows = await Promise.all(
    TABLES.map((table) => pool.rows(sqlOf(`select * from ${table} order by 1, 2`))),
  );
  return JSON.stringify(rows);
};
const sqlOf = (text: string) => new Sql([text], []);
const audits = async () => (await pool.one<{ n: number }>(sql`select count(*) as n from audit_log`))?.n ?? 0;
const holders = async (power_code: string) =>
  (
    await pool.rows<{ role_id: number }>(sql`
      select role_id from role_power join power using (power_id) where power_code = ${power_code} order by role_id`)
  ).map(({ role_id }) => role_id);

/** Deletes a built-in power, as if the next release introduced it. */
async function forget(power_code: string) {
  await pool.run(sql`alter table power disable trigger guard_built_in`);
  const row = await pool.one<{ power_name: string; parent_id: number }>(sql`
    delete from power where power_code = ${power_code} returning power_name, parent_id`);
  await pool.run(sql`alter table power enable trigger guard_built_in`);
  return row;
}

beforeEach(async () => {
  await pool.run(
    sqlOf(`alter table role disable trigger user; alter table power disable trigger user;
    alter table user_account disable trigger user; delete from login_limit; delete from menu; delete from user_account;
    delete from power; delete from role; delete from audit_log;
    alter table role enable trigger user; alter table power enable trigger user;
    alter table user_account enable trigger user`),
  );
});

describe('what every start brings up to date', () => {
  test('seeding twice changes nothing and leaves no trace', async () => {
    await seedAccess(pool);
    await seedDemoUsers(pool);
    const [before, trace] = [await dump(), await audits()];
    await seedAccess(pool);
    await seedDemoUsers(pool);
    expect(await dump()).toBe(before);
    expect(await audits()).toBe(trace);
  });

  test('several instances that start at once seed once', async () => {
    const atOnce = () => Promise.all([seedAccess(pool), seedAccess(pool), seedAccess(pool)]);
    await atOnce();
    await forget('user.read');
    await pool.run(sql`delete from menu where path = '/userconfigs/users'`);
    await atOnce();
    expect(await holders('user.read')).toEqual([1, 3]);
    await Promise.all([seedDemoUsers(pool), seedDemoUsers(pool)]);
    expect(await pool.one(sql`select count(*) as n from user_account`)).toEqual({ n: 5 });
  });

  test('a power that an administrator took from a role, or gave to one, stays so', async () => {
    await seedAccess(pool);
    await pool.run(sql`
      delete from role_power using power p
       where role_power.power_id = p.power_id and role_id = 1 and power_code = 'audit.read'`);
    await pool.run(sql`
      insert into role_power (role_id, power_id) select 4, power_id from power where power_code = 'theme.read'`);
    await seedAccess(pool);
    expect(await holders('audit.read')).toEqual([3]);
    expect(await holders('theme.read')).toEqual([1, 3, 4]);
  });

  test('a power that is new in a release reaches its roles, once', async () => {
    await seedAccess(pool);
    await forget('audit.read');
    await seedAccess(pool);
    expect(await holders('audit.read')).toEqual([1, 3]);
    const row = await pool.one(sql`
      select built_in, p.type, (select power_code from power g where g.power_id = p.parent_id) as parent
        from power p where power_code = 'audit.read'`);
    expect(row).toEqual({ built_in: true, type: 3, parent: 'feature.platform' });
  });

  test('a new power whose code people have used already is given to nobody who has theirs', async () => {
    await seedAccess(pool);
    await forget('provider.write');
    const own = await pool.one<{ power_id: number }>(sql`
      insert into power (power_code, power_name, type) values ('provider.write', '自建', 3) returning power_id`);
    await pool.run(sql`insert into role_power (role_id, power_id) values (1, ${own?.power_id})`);
    await seedAccess(pool);
    expect(await holders('provider.write')).toEqual([]);
    expect(await holders(`provider.write.${own?.power_id}`)).toEqual([1]);
  });

  test('a new power whose name people have used already is added all the same', async () => {
    await seedAccess(pool);
    const taken = await forget('audit.read');
    await pool.run(sql`
      insert into power (power_code, power_name, type, parent_id)
      values ('x.mine', ${taken?.power_name}, 3, ${taken?.parent_id})`);
    await seedAccess(pool);
    expect(await holders('audit.read')).toEqual([1, 3]);
    expect(await pool.one(sql`select power_name from power where power_code = 'x.mine'`)).toEqual({
      power_name: taken?.power_name,
    });
  });

  test('a renamed menu entry stays renamed, moved and hidden', async () => {
    await seedAccess(pool);
    await pool.run(sql`
      update menu set menu_name = '人员', sort = 77, hidden = true, parent_id = null where path = '/userconfigs/users'`);
    await seedAccess(pool);
    expect(
      await pool.rows(sql`select menu_name, sort, hidden from menu where path = '/userconfigs/users'`),
    ).toEqual([{ menu_name: '人员', sort: 77, hidden: true }]);
  });

  test('a new entry whose name people have used beside it is added all the same', async () => {
    await seedAccess(pool);
    const gone = await pool.one<{ menu_name: string; parent_id: number }>(sql`
      delete from menu where path = '/userconfigs/users' returning menu_name, parent_id`);
    await pool.run(sql`
      update menu set menu_name = ${gone?.menu_name}
       where path = '/userconfigs/roles' and parent_id = ${gone?.parent_id}`);
    await seedAccess(pool);
    expect(await pool.one(sql`select count(*) as n from menu where path = '/userconfigs/users'`)).toEqual({
      n: 1,
    });
  });

  test('a renamed role stays renamed, and what registering gives stays as it was set', async () => {
    await seedAccess(pool);
    await pool.run(sql`update role set role_name = '学员' where role_id = 4`);
    await pool.run(sql`update login_limit set register_role_id = 2, max_devices = 3`);
    await seedAccess(pool);
    expect(await pool.one(sql`select role_name from role where role_id = 4`)).toEqual({ role_name: '学员' });
    expect(await pool.one(sql`select register_role_id, max_devices from login_limit`)).toEqual({
      register_role_id: 2,
      max_devices: 3,
    });
  });

  test('what is seeded is in the audit log under the system’s name', async () => {
    await seedAccess(pool);
    const rows = await pool.rows(sql`select distinct account from audit_log`);
    expect(rows).toEqual([{ account: 'system' }]);
  });
});

describe('the demo', () => {
  test('has one account for each seeded role, which all sign in with the known password', async () => {
    await seedAccess(pool);
    const accounts = await seedDemoUsers(pool);
    expect(accounts.map(({ account }) => account)).toEqual([
      'admin',
      'manager',
      'operator',
      'auditor',
      'learner',
    ]);
    const rows = await pool.rows<{ password_hash: string }>(sql`select password_hash from user_account`);
    for (const { password_hash } of rows) expect(await isPassword(password_hash, 'lanjing123')).toBe(true);
  });

  test('people register without approval, until someone decides otherwise', async () => {
    await seedAccess(pool);
    await seedDemoUsers(pool);
    const needs = () => pool.one(sql`select register_needs_approval as needs from login_limit`);
    expect(await needs()).toEqual({ needs: false });
    await pool.run(sql`update login_limit set register_needs_approval = true`);
    await pool.run(sql`delete from user_account where account = 'learner'`);
    await seedDemoUsers(pool);
    expect(await needs()).toEqual({ needs: true });
  });

  test('a changed password, name or seal of a demo account stays', async () => {
    await seedAccess(pool);
    await seedDemoUsers(pool);
    await pool.run(
      sql`update user_account set password_hash = 'own', status = 'sealed' where account = 'operator'`,
    );
    await seedDemoUsers(pool);
    expect(
      await pool.one(sql`select password_hash, status from user_account where account = 'operator'`),
    ).toEqual({
      password_hash: 'own',
      status: 'sealed',
    });
  });

  test('a super administrator under another name is not given a second one', async () => {
    await seedAccess(pool);
    await seedDemoUsers(pool);
    await pool.run(sql`update user_account set account = 'chief' where account = 'admin'`);
    await seedDemoUsers(pool);
    expect(await pool.rows(sql`select account from user_account where role_id = 0`)).toEqual([
      { account: 'chief' },
    ]);
  });
});

describe('without the demo', () => {
  test('the first start makes one administrator with a random password, later ones none', async () => {
    await seedAccess(pool);
    const [first] = await seedFirstAdministrator(pool);
    expect(first).toMatchObject({ account: 'admin' });
    expect(first?.password.length).toBeGreaterThanOrEqual(12);
    const rows = await pool.rows<{ account: string; role_id: number; password_hash: string }>(
      sql`select account, real_name, role_id, password_hash, must_change_password from user_account`,
    );
    expect(rows).toMatchObject([
      { account: 'admin', real_name: 'admin', role_id: 0, must_change_password: true },
    ]);
    expect(await isPassword(rows[0]?.password_hash ?? '', first?.password ?? '')).toBe(true);
    expect(await isPassword(rows[0]?.password_hash ?? '', 'lanjing123')).toBe(false);
    expect(await seedFirstAdministrator(pool)).toEqual([]);
    expect(await pool.one(sql`select count(*) as n from user_account`)).toEqual({ n: 1 });
  });

  test('two first starts at once print one password, and it is the right one', async () => {
    await seedAccess(pool);
    const made = (await Promise.all([seedFirstAdministrator(pool), seedFirstAdministrator(pool)])).flat();
    expect(made).toHaveLength(1);
    const row = await pool.one<{ password_hash: string }>(sql`select password_hash from user_account`);
    expect(await isPassword(row?.password_hash ?? '', made[0]?.password ?? '')).toBe(true);
  });

  test('registering waits for approval', async () => {
    await seedAccess(pool);
    await seedFirstAdministrator(pool);
    expect(
      await pool.one(
        sql`select register_needs_approval as needs, register_role_id, one_answer from login_limit`,
      ),
    ).toEqual({
      needs: true,
      one_answer: true,
      register_role_id: 4,
    });
  });
});
