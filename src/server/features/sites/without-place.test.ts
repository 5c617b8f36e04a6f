import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { testApp } from '#test/helpers/app.ts';

test('sites without coordinates can be listed, those with only one of the two among them', async () => {
  const app = await testApp();
  const admin = await app.login('admin');
  await app.db.run(sql`
    insert into site (mn, site_name, longitude, latitude)
    values ('BOTH', '完整站', 117, 36), ('HALF', '半站', 117, null), ('NONE', '无坐标站', null, null)`);
  const found = async (has_place: boolean) =>
    (await admin.send(sites.list, { has_place })).data_info.map(({ mn }) => mn).sort();
  expect(await found(true)).toEqual(['BOTH']);
  expect(await found(false)).toEqual(['HALF', 'NONE']);
});
