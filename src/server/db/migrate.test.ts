import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { projectRoot } from '#server/instance/project-root.ts';
import { StartError } from '#server/instance/start-error.ts';
import { newDatabase } from '#test/helpers/database.ts';
import { migrate, migrationNames } from './migrate.ts';

const folders: string[] = [];

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanjing-migrations-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const namesIn = (url: string) =>
  ask<{ name: string }>(url, 'select name from schema_migration order by name').then((rows) =>
    rows.map(({ name }) => name),
  );

const tables = (url: string) =>
  ask<{ name: string }>(
    url,
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  ).then((rows) => rows.map(({ name }) => name));

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test("the product's migrations build an empty database, and a second run does nothing", async () => {
  const url = await newDatabase();
  const folder = join(projectRoot, 'migrations');
  const applied = await migrate(url, folder);
  expect(applied).toEqual(await migrationNames(folder));
  expect(await tables(url)).toEqual(expect.arrayContaining(['audit_log', 'role', 'user_account', 'site']));
  expect(await migrate(url, folder)).toEqual([]);
  expect(await namesIn(url)).toEqual(applied);
});

test('a server that finds tables of a newer version refuses, and says so', async () => {
  const url = await newDatabase();
  const first = { '0001_a.sql': 'create table a (n integer)' };
  await migrate(url, folderOf({ ...first, '0002_b.sql': 'create table b (n integer)' }));
  await expect(migrate(url, folderOf(first))).rejects.toThrow(
    /newer Lanjing \(0002_b\.sql\); update this server/,
  );
});

test('only the files that are new are applied, in the order of their numbers', async () => {
  const url = await newDatabase();
  const first = { '0001_a.sql': 'create table a (n integer)' };
  expect(await migrate(url, folderOf(first))).toEqual(['0001_a.sql']);
  const more = folderOf({
    ...first,
    '0010_c.sql': 'insert into b values (10)',
    '0002_b.sql': 'create table b (n integer)',
    'readme.md': 'not SQL',
    '0003_c.sql.orig': 'not SQL',
  });
  expect(await migrate(url, more)).toEqual(['0002_b.sql', '0010_c.sql']);
  expect(await ask(url, 'select n from b')).toEqual([{ n: 10 }]);
});

test('two instances that start at once apply every file once', async () => {
  const url = await newDatabase();
  const folder = folderOf({
    '0001_slow.sql': 'create table slow (n integer); select pg_sleep(0.3); insert into slow values (1)',
    '0002_more.sql': 'insert into slow values (2)',
  });
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat().sort()).toEqual(['0001_slow.sql', '0002_more.sql']);
  expect(await ask(url, 'select n from slow order by n')).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a file that was changed after it was applied stops the start and names the file', async () => {
  const url = await newDatabase();
  await migrate(url, folderOf({ '0001_a.sql': 'create table a (n integer)' }));
  const changed = folderOf({
    '0001_a.sql': 'create table a (n bigint)',
    '0002_b.sql': 'create table b (n integer)',
  });
  const refused = await migrate(url, changed).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect(String(refused)).toContain('0001_a.sql');
  expect(await namesIn(url)).toEqual(['0001_a.sql']);
});

test('a file that fails leaves nothing behind, and what came before it stays', async () => {
  const url = await newDatabase();
  const files = {
    '0001_good.sql': 'create table good (n integer)',
    '0002_bad.sql': 'create table half (n integer); insert into half values (1); select 1 / 0',
    '0003_after.sql': 'create table after (n integer)',
  };
  await expect(migrate(url, folderOf(files))).rejects.toThrow('0002_bad.sql');
  expect(await tables(url)).toEqual(['good', 'schema_migration']);
  const mended = { ...files, '0002_bad.sql': 'create table half (n integer)' };
  expect(await migrate(url, folderOf(mended))).toEqual(['0002_bad.sql', '0003_after.sql']);
});

test('the reason of a failure is kept for the log', async () => {
  const url = await newDatabase();
  const failed = await migrate(url, folderOf({ '0001_bad.sql': 'create tabel a (n integer)' })).catch(
    (error: Error) => error,
  );
  expect(failed).toMatchObject({ cause: { code: '42601' } });
});

test('a failed start does not keep the next one waiting', async () => {
  const url = await newDatabase();
  await expect(migrate(url, folderOf({ '0001_bad.sql': 'nonsense' }))).rejects.toThrow();
  await expect(migrate(url, folderOf({ '0001_good.sql': 'select 1' }))).resolves.toEqual(['0001_good.sql']);
});
