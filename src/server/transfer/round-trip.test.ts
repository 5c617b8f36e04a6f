import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { migrate, migrationNames } from '#server/db/migrate.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { newDatabase } from '#test/helpers/database.ts';
import { fillTables } from '#test/helpers/fill-tables.ts';
import {
  ask,
  contentOf,
  exportFrom,
  importTo,
  newFolder,
  rulesOf,
  withClient,
} from '#test/helpers/transfer.ts';
import type { Manifest } from './manifest.ts';
import { LEFT_BEHIND } from './snapshot.ts';

const folder = join(newFolder('export'), 'of today');
let source: string;
let target: string;
let manifest: Manifest;

/** Values that are difficult to represent in a text format. */
const AWKWARD = `
  insert into message (channel, recipient, body) values
    ('sms', E'tab\\there', E'line\\nbreak \\\\ backslash \\\\N \\\\. 蓝境 😀 "quotes" ''and'' {braces}'), ('sms', '', '\\N');
  insert into picture (sha256, mime, content) values ('b', 'image/png', '\\x000a0d5c09ff');
  call make_partition('reading_hour', 'reading_hour_2026_10', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z');
  insert into reading_hour (ts, site_id, set_id, avg, min, max, cou, flags, origins) values
    ('2026-10-01 00:00:00+00', 1, 1, '{0.1,-0,NaN,Infinity,1e-45,3.4028235e38,NULL}', '{}', null,
     '{0.1,2.2250738585072014e-308,123456789.123456789}', '{"",D,"a\\"b\\\\c,{}",NULL}', 'l'),
    ('2026-10-31 23:59:59.999999+00', 1, 1, '{1}', null, null, null, null, null);
  insert into reading_trace (trace_id, data_type, site_id, ts, fids, before, after) values
    (1, 'hour', 1, '2026-10-01 00:00:00+00', '{1}', null,
     row (1, '{1.5,NULL}', null, '{}', '{0.1}', null, null, '{"a,b","(x)"}', E'tab\\t"')::reading_values);
  insert into audit_log (entity, action, before, after) values
    ('a', 'update', '{"n": 1.10, "big": 12345678901234567890, "text": "\\u0001\\n\\"\\\\"}', 'null')`;

beforeAll(async () => {
  source = await newDatabase(inject('templates').demo);
  await withClient(source, async (client) => {
    await client.query(AWKWARD);
    expect(await fillTables(client)).toEqual([]);
  });
  manifest = await exportFrom(source, folder);
  target = await newDatabase();
  expect(await importTo(target, folder)).toMatchObject({ different: [] });
});

test('every table has rows, and every value of every table arrives', async () => {
  const content = await contentOf(source);
  expect(Object.entries(content).filter(([, rows]) => rows.length === 0)).toEqual([]);
  expect(await contentOf(target)).toEqual(content);
});

test('a table is carried unless it is said why not', async () => {
  const tables = Object.keys(await contentOf(source));
  expect(manifest.parts.map(({ name }) => name)).toEqual(tables);
  expect(tables.filter((name) => LEFT_BEHIND.includes(name))).toEqual([]);
});

test('servers at work there, and what they hold, are not at work here', async () => {
  for (const table of ['server_process', 'lease', 'request_count']) {
    const count = async (url: string) => (await ask(url, `select from ${table}`)).length;
    expect({ table, source: await count(source), target: await count(target) }).toEqual({
      table,
      source: 1,
      target: 0,
    });
  }
});

test('keys, checks, indexes, triggers and partitions are as they were, and at work', async () => {
  expect(await rulesOf(target)).toEqual(await rulesOf(source));
});

test('what is added afterwards gets a number that nobody had', async () => {
  const next = (url: string) =>
    ask<{ message_id: string }>(
      url,
      `insert into message (channel, recipient, body) values ('sms', '', '') returning message_id`,
    );
  expect(await next(target)).toEqual(await next(source));
  const counters = (url: string) =>
    ask(
      url,
      'select sequencename, last_value from pg_sequences where schemaname = current_schema() order by 1',
    );
  expect(await counters(target)).toEqual(await counters(source));
});

test('an export of what was imported is the same export', async () => {
  const again = await exportFrom(target, newFolder('again'));
  const sums = ({ parts }: Manifest) =>
    parts.filter(({ name }) => name !== 'message').map(({ name, rows, digest }) => ({ name, rows, digest }));
  expect(sums(again)).toEqual(sums(manifest));
});

test('an older export is brought up to date', async () => {
  const older = newFolder('migrations');
  cpSync(join(projectRoot, 'migrations'), older, { recursive: true });
  const names = await migrationNames(older);
  for (const name of names.slice(-3)) rmSync(join(older, name));
  const [from, to] = [await newDatabase(), await newDatabase()];
  await migrate(from, older);
  await ask(from, `insert into product_line (product_name) values ('of old')`);
  const place = newFolder('older');
  await exportFrom(from, place);
  await importTo(to, place);
  expect(await ask(to, 'select name from schema_migration order by 1')).toEqual(
    names.map((name) => ({ name })),
  );
  expect(await ask(to, 'select product_name from product_line')).toEqual([{ product_name: 'of old' }]);
});
