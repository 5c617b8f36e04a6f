import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { RECENT_SITES, siteMarks } from '#shared/contract/sites/marks.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let ids: number[] = [];

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const rows = await app.db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name) select 'M' || n, chr(96 + n) from generate_series(1, 24) n
    returning site_id`);
  ids = rows.map(({ site_id }) => site_id);
});

const at = (nth: number) => ids[nth] ?? 0;

test('favourites come by name, visits newest first, and each user has their own', async () => {
  for (const nth of [2, 0]) await admin.send(siteMarks.favour, { site_id: at(nth), favourite: true });
  for (const nth of [1, 5, 1]) {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    await admin.send(siteMarks.visit, { site_id: at(nth) });
  }
  expect(await admin.send(siteMarks.data, {})).toEqual({
    favourites: [at(0), at(2)],
    recent: [at(1), at(5)],
  });
  await admin.send(siteMarks.favour, { site_id: at(2), favourite: false });
  expect((await admin.send(siteMarks.data, {})).favourites).toEqual([at(0)]);
  const other = await app.login((await makeUser(app.db, await makeRole(app.db, []))).account);
  expect(await other.send(siteMarks.data, {})).toEqual({ favourites: [], recent: [] });
});

test('only so many visits are remembered, and favourites for ever', async () => {
  for (const site_id of ids) {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    await admin.send(siteMarks.visit, { site_id });
  }
  const { favourites, recent } = await admin.send(siteMarks.data, {});
  expect(recent).toEqual(ids.toReversed().slice(0, RECENT_SITES));
  expect(favourites).toEqual([at(0)]);
  const kept = await app.db.one<{ rows: number }>(sql`select count(*) as rows from user_site_mark`);
  expect(kept?.rows).toBeLessThan(ids.length);
});

test('a site that one may not see cannot be marked, and one that was taken away is no longer offered', async () => {
  const person = await makeUser(app.db, await makeRole(app.db, ['site.read']));
  const client = await app.login(person.account);
  const site_id = at(3);
  const refused = { fault: 'no_authority' };
  await expect(client.send(siteMarks.visit, { site_id })).rejects.toMatchObject(refused);
  await expect(client.send(siteMarks.favour, { site_id, favourite: true })).rejects.toMatchObject(refused);
  await admin.send(equipment.add, { user_id: person.user_id, site_ids: [site_id] });
  await client.send(siteMarks.visit, { site_id });
  expect((await client.send(siteMarks.data, {})).recent).toEqual([site_id]);
  await app.db.run(sql`delete from user_site where user_id = ${person.user_id}`);
  expect((await client.send(siteMarks.data, {})).recent).toEqual([]);
});
