import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { Directory, type KnownSite } from '#server/ingest/directory.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { type Link, Links } from './links.ts';

const start = new Date('2026-11-15T02:00:00Z');
const minute = (count: number) => new Date(start.getTime() + count * 60_000);

let db: Pool;
let directory: Directory;
let links: Links;
let told: string[];
const note = (changed: readonly Link[]) => {
  for (const { site_id, online } of changed) told.push(`${site_id} ${online ? 'on' : 'off'}`);
};

beforeAll(async () => {
  db = await testDatabase();
  await db.run(sql`insert into agreement (agreement_name) values ('links')`);
  await db.run(sql`
    insert into site (site_id, mn, site_name, agreement_id, interval_seconds) overriding system value
    select n, 'LINK' || n, 'LINK' || n, (select min(agreement_id) from agreement), case n when 2 then 3600 else 60 end
      from generate_series(1, 3) n`);
  directory = new Directory(db);
  await directory.load();
});
beforeEach(() => {
  told = [];
  links = new Links(db, start, note);
});

const hear = (site_id: number, at: Date) =>
  links.heard(directory.site(site_id) as KnownSite, '10.0.0.1:1', at, true);

test('whoever is silent for too long is off the line, in the order in which they fell silent', () => {
  for (const site_id of [1, 2, 3]) hear(site_id, minute(0));
  hear(1, minute(2));
  links.watch(directory, minute(5));
  expect(told.splice(0)).toEqual(['1 on', '2 on', '3 on']);
  links.watch(directory, minute(6));
  expect(told.splice(0)).toEqual(['3 off']);
  links.watch(directory, minute(8));
  expect(told.splice(0)).toEqual(['1 off']);
  hear(3, minute(9));
  links.watch(directory, minute(10));
  expect(told.splice(0)).toEqual(['3 on']);
});

test('a site that speaks once an hour may be silent for longer, and keeps nobody behind it on the line', () => {
  hear(2, minute(0));
  hear(1, minute(1));
  links.watch(directory, minute(20));
  expect(told.splice(0)).toEqual(['2 on', '1 on', '1 off']);
  links.watch(directory, minute(181));
  expect(told).toEqual(['2 off']);
});

test('silence before our own start is not theirs; whoever stays silent after it is off the line', async () => {
  hear(3, minute(1));
  hear(1, minute(2));
  await links.save();
  links = new Links(db, minute(60), note);
  await links.load();
  told = [];
  links.watch(directory, minute(64));
  expect(told).toEqual([]);
  hear(1, minute(64));
  links.watch(directory, minute(66));
  expect(told).toEqual(['3 off']);
});
