import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { Sql, sql } from '#server/db/sql.ts';
import { siteActions, sites } from '#shared/contract/sites/sites.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
let [upper, other] = [0, 0];
const insert = async (mn: string) =>
  (
    await app.db.one<{ site_id: number }>(
      sql`insert into site (mn, site_name) values (${mn}, ${`站 ${mn}`}) returning site_id`,
    )
  )?.site_id ?? 0;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  [upper, other] = [await insert('CASE9X'), await insert('OTHER')];
});

test('an MN in other letters of the same is taken, for the form and for the database', async () => {
  const repeated = { envelope: { code: 54, fields: [{ field: 'mn', problem: 'repeated' }] } };
  const copied = admin.send(siteActions.copy, { site_id: upper, site_name: '副本', mn: 'case9x' });
  await expect(copied).rejects.toMatchObject(repeated);
  const edited = admin.send(sites.edit, { site_id: other, version: 1, mn: 'Case9x' });
  await expect(edited).rejects.toMatchObject(repeated);
  await expect(insert('case9X')).rejects.toMatchObject({ constraint: 'site_mn_any_case_key' });
});

test('whoever asks for it may write it in any, and it can be put right', async () => {
  await admin.send(sites.edit, { site_id: upper, version: 1, mn: 'Case9x' });
  expect((await admin.send(sites.list, { mn: 'cASE9X' })).data_info).toMatchObject([
    { site_id: upper, mn: 'Case9x' },
  ]);
  await admin.send(siteActions.removeDevices, { mns: ['case9x'] });
  expect((await admin.send(sites.list, { mn: 'Case9x' })).total).toBe(0);
});

test('of two that were made before it was so, the later is called by its number too', async () => {
  await app.db.run(sql`drop index site_mn_any_case_key`);
  const [first, second] = [await insert('Twin'), await insert('TWIN')];
  const migration = await readFile('migrations/0054_mn_case.sql', 'utf8');
  for (const statement of migration.split(/;$/m)) await app.db.run(new Sql([statement], []));
  const { data_info } = await admin.send(sites.list, { keyword: 'twin' });
  const mns = new Map(data_info.map(({ site_id, mn }) => [site_id, mn]));
  expect([mns.get(first), mns.get(second)]).toEqual(['Twin', `TWIN-${second}`]);
  await expect(insert('tWIN')).rejects.toMatchObject({ constraint: 'site_mn_any_case_key' });
});
