import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
/** A server that is not registered counts as dead. */
const server = (process_id: string = randomUUID()) => ({ process_id, hasLine: () => true });
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
beforeEach(async () => {
  told = [];
  await db.run(sql`delete from link_state`);
  links = new Links(db, start, note, server());
});

const hear = (site_id: number, at: Date, by = links) =>
  by.heard(directory.site(site_id) as KnownSite, '10.0.0.1:1', at, true);
/** Saves what was received before looking for silent devices, as the gateway does. */
const watch = async (at: Date, by = links) => {
  await by.save();
  await by.watch(directory, at);
};

test('devices that are silent for too long go offline, in the order in which they fell silent', async () => {
  for (const site_id of [1, 2, 3]) hear(site_id, minute(0));
  hear(1, minute(2));
  await watch(minute(5));
  expect(told.splice(0)).toEqual(['1 on', '2 on', '3 on']);
  await watch(minute(6));
  expect(told.splice(0)).toEqual(['3 off']);
  await watch(minute(8));
  expect(told.splice(0)).toEqual(['1 off']);
  hear(3, minute(9));
  await watch(minute(10));
  expect(told.splice(0)).toEqual(['3 on']);
});

test('a device is called online once whoever asks the database is told the same', async () => {
  hear(1, minute(0));
  expect(told).toEqual([]);
  await links.save();
  expect(told).toEqual(['1 on']);
  expect(await db.rows(sql`select site_id, online from link_state`)).toEqual([{ site_id: 1, online: true }]);
  hear(1, minute(1));
  await links.save();
  expect(told).toEqual(['1 on']);
});

test('a site that speaks once an hour may be silent for longer, and keeps nobody behind it on the line', async () => {
  hear(2, minute(0));
  hear(1, minute(1));
  await watch(minute(20));
  expect(told.splice(0)).toEqual(['2 on', '1 on', '1 off']);
  await watch(minute(181));
  expect(told).toEqual(['2 off']);
});

test('silence before our own start is not theirs; whoever stays silent after it is off the line', async () => {
  hear(3, minute(1));
  hear(1, minute(2));
  await links.save();
  links = new Links(db, minute(60), note, server());
  await links.adopt(minute(60));
  told = [];
  await watch(minute(64));
  expect(told).toEqual([]);
  hear(1, minute(64));
  await watch(minute(66));
  expect(told).toEqual(['3 off']);
});

describe('with two servers', () => {
  let second: Links;
  const [one, two] = [server(), server()];
  beforeEach(async () => {
    await db.run(sql`delete from server_process`);
    for (const { process_id } of [one, two])
      await db.run(sql`
        insert into server_process (process_id, host, data_dir, roles, secrets_check)
        values (${process_id}, 'h', ${process_id}, '{gateway}', '')`);
    links = new Links(db, start, note, one);
    second = new Links(db, start, note, two);
  });
  const state = (site_id: number) =>
    db.one<{ online: boolean; changed_at: string; heard_by: string; line_at: string | null }>(
      sql`select online, changed_at, heard_by, line_at from link_state where site_id = ${site_id}`,
    );

  test('a device that has moved to the other one is not called off the line by the first', async () => {
    hear(1, minute(0));
    await links.save();
    hear(1, minute(3), second);
    await second.save();
    told = [];
    await watch(minute(7));
    expect(told).toEqual([]);
    // Online without interruption since its first packet.
    expect(await state(1)).toMatchObject({
      online: true,
      changed_at: start.toISOString(),
      heard_by: two.process_id,
    });
    await watch(minute(20), second);
    expect(told).toEqual(['1 off']);
  });

  test('an earlier packet at one server does not overwrite a later one at another', async () => {
    hear(1, minute(0));
    hear(1, minute(1), second);
    await second.save();
    await links.save();
    expect(await state(1)).toMatchObject({ heard_by: two.process_id, line_at: two.process_id });
  });

  test('the devices of a server at work are its own; those of one that is gone are watched over by the other', async () => {
    hear(1, minute(0), second);
    await second.save();
    await links.adopt(minute(1));
    await watch(minute(30));
    expect(await state(1)).toMatchObject({ online: true, heard_by: two.process_id });
    await db.run(sql`
      update server_process set seen_at = now() - interval '1 minute' where process_id = ${two.process_id}`);
    await links.adopt(minute(31));
    told = [];
    // Silence before the other server took over does not count.
    await watch(minute(35));
    expect(told).toEqual([]);
    await watch(minute(37));
    expect(told).toEqual(['1 off']);
    expect(await state(1)).toMatchObject({ online: false, line_at: null });
  });
});
