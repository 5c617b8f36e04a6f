import { beforeAll, expect, test } from 'vitest';
import { Fault } from '#shared/faults.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { decidedBefore } from '#test/helpers/decided-checks.ts';
import { gate } from '#test/helpers/gate.ts';
import { faultOfDatabase, refusalOfConstraint } from './constraints.ts';
import { type Sql, sql } from './sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

interface Named {
  name: string;
}
const names = async (query: Sql) => (await app.db.rows<Named>(query)).map(({ name }) => name);

const uniqueNames = () =>
  names(sql`
    select c.relname as name
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where i.indisunique and not i.indisprimary and n.nspname = 'public'`);

const foreignKeys = (how: Sql) =>
  names(sql`
    select conname as name from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confdeltype ${how}`);

const checkNames = () =>
  names(sql`
    select conname as name from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace order by 1`);

/** Names that triggers use when they raise errors like a constraint. */
const raisedNames = async () => {
  const sources = await names(sql`
    select prosrc as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%23514%'`);
  return sources.flatMap((source) => {
    const clauses = [...source.matchAll(/constraint = (.*?);/gs)].map((match) => match[1] ?? '');
    return clauses.flatMap((clause) =>
      [...clause.matchAll(/'([a-z_]{5,})'/g)].map((match) => match[1] ?? ''),
    );
  });
};

const exclusionNames = () =>
  names(sql`
    select conname as name from pg_constraint where contype = 'x' and connamespace = 'public'::regnamespace`);

test('every constraint that has a sentence exists in the database', async () => {
  const existing = new Set([
    ...(await uniqueNames()),
    ...(await foreignKeys(sql`is not null`)),
    ...(await checkNames()),
    ...(await raisedNames()),
    ...(await exclusionNames()),
  ]);
  expect(Object.keys(refusalOfConstraint).filter((name) => !existing.has(name))).toEqual([]);
});

test('whatever must be unique has a sentence for when it is not', async () => {
  // Users never see these. For example, the store numbers the combinations of factors itself, repeated held packets are
  // skipped, and the engine ensures unique request numbers and one open command per device.
  const unseen = new Set([
    'command_exchange_qn_key',
    'command_one_open',
    'correction_version_key',
    'device_value_key',
    'factor_set_key',
    'held_packet_once',
    'alarm_open_key',
    'alarm_episode_key',
    'alarm_due_once',
    'alarm_template_event_key',
    'order_form_number_key',
    'order_plan_site_key',
    'order_told_once',
    'resupply_gap_once',
  ]);
  const provoked = (await uniqueNames()).filter((name) => !unseen.has(name));
  expect(provoked.filter((name) => !(name in refusalOfConstraint))).toEqual([]);
});

test('whatever may not be deleted while it is used has a sentence', async () => {
  const holding = await foreignKeys(sql`in ('a', 'r')`);
  expect(holding.length).toBeGreaterThan(0);
  expect(holding.filter((name) => !(name in refusalOfConstraint))).toEqual([]);
});

test('every guard raises a name that has a sentence', async () => {
  const raised = await raisedNames();
  expect(raised).toEqual(expect.arrayContaining(['super_undeletable', 'super_unbindable', 'built_in']));
  expect(raised.filter((name) => !(name in refusalOfConstraint) && name !== 'role_id')).toEqual([]);
});

test('every other check is one that the contract or the code decides before the database can', async () => {
  expect((await checkNames()).filter((name) => !(name in refusalOfConstraint))).toEqual(decidedBefore);
});

const refusedBy = (statement: Sql) =>
  app.db.run(statement).then(
    () => 'nothing',
    (error: unknown) => faultOfDatabase(error),
  );

test('naming what does not exist is told at its field', async () => {
  expect(await refusedBy(sql`update user_account set role_id = 999 where account = 'learner'`)).toMatchObject(
    {
      fault: 'parameter_error',
      fields: [{ field: 'role_id', problem: 'unknown_value' }],
    },
  );
  expect(
    await refusedBy(sql`insert into menu (path, menu_name, parent_id) values ('/x', 'x', 999999)`),
  ).toMatchObject({
    fault: 'parameter_error',
    fields: [{ field: 'parent_id', problem: 'unknown_value' }],
  });
});

test('deleting what is used is told as such, also where a table refers to itself', async () => {
  const inUse = { fault: 'delete_failed', detail: 'in_use' };
  await app.db.run(sql`insert into role (role_id, role_name) values (700, 'in use')`);
  await app.db.run(sql`update login_limit set register_role_id = 700`);
  expect(await refusedBy(sql`delete from role where role_id = 700`)).toMatchObject(inUse);
  expect(await refusedBy(sql`delete from menu where path = '/userconfigs'`)).toMatchObject(inUse);
});

test('the same is understood from a server that speaks Chinese', () => {
  const database = (message: string, detail: string, constraint: string) =>
    Object.assign(new Error(message), { code: '23503', severity: '错误', detail, constraint });
  const missing = database(
    '插入或更新表 "user_account" 违反外键约束 "user_role_fkey"',
    '键值对(role_id)=(999)没有在表"role"中出现.',
    'user_role_fkey',
  );
  expect(faultOfDatabase(missing)).toMatchObject({
    fault: 'parameter_error',
    fields: [{ field: 'role_id', problem: 'unknown_value' }],
  });
  const used = database(
    '在 "role" 上的更新或删除操作违反了在 "user_account" 上的外键约束 "user_role_fkey"',
    '键值对(role_id)=(1)仍然是从表"user_account"引用的.',
    'user_role_fkey',
  );
  expect(faultOfDatabase(used)).toMatchObject({ fault: 'delete_failed', detail: 'in_use' });
});

test('a value that no column can hold is a parameter error', async () => {
  for (const statement of [
    sql`delete from role where role_id = ${2 ** 40}`,
    sql`update role set remark = ${'nul \u0000'} where role_id = 1`,
    sql`select ${'0000-01-01T00:00:00Z'}::timestamptz`,
    sql`select ${'"\\ud800"'}::jsonb`,
  ])
    expect(await refusedBy(statement)).toMatchObject({ fault: 'parameter_error' });
});

test('of two writers who wait for each other one is told that the other was quicker', async () => {
  const [bothHold, open] = gate();
  let holding = 0;
  const both = [1, 2].map((first) =>
    app.db
      .tx({}, async (db) => {
        await db.run(sql`update role set remark = 'a' where role_id = ${first}`);
        if (++holding === 2) open();
        await bothHold;
        await db.run(sql`update role set remark = 'b' where role_id = ${3 - first}`);
      })
      .then(() => 'written', faultOfDatabase),
  );
  const answers = await Promise.all(both);
  expect(answers).toContain('written');
  expect(answers.find((answer) => answer !== 'written')).toMatchObject({
    fault: 'update_failed',
    detail: 'changed_meanwhile',
  });
});

test('what is a bug stays a bug', async () => {
  const plain = new Error('plain');
  expect(faultOfDatabase(plain)).toBe(plain);
  expect(faultOfDatabase(undefined)).toBeUndefined();
  for (const statement of [
    sql`select * from not_there`,
    sql`select 1 / 0`,
    sql`update role set role_name = null where role_id = 1`,
    sql`update user_account set status = 'odd' where account = 'learner'`,
  ])
    expect(await refusedBy(statement)).not.toBeInstanceOf(Fault);
});
