import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { SentOf } from '#shared/contract/define.ts';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { factorCalls } from '#shared/contract/site-config/factors.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { siteBatch } from '#shared/contract/sites/batch.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
const project = { from: 0, to: 0 };
let product_id = 0;
let ids: number[] = [];

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  for (const name of ['from', 'to'] as const)
    project[name] = Number((await admin.send(projects.add, { project_name: name })).project_id);
  const factor_ids = [3, 1];
  product_id = Number((await admin.send(products.add, { product_name: '线', factor_ids })).product_id);
  const rows = await app.db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name, project_id, agreement_id)
    select 'B' || n, '批量 ' || n, ${project.from}, 1 from generate_series(1, 300) n returning site_id`);
  ids = rows.map(({ site_id }) => site_id);
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, sort, k)
    select site_id, c, c, 1.5 from site, generate_series(1, 2) c`);
});

const factorsOf = async (site_id: number) =>
  (await admin.send(factorCalls.ofSite, { site_id })).data_info.map(({ component_id, k }) => [
    component_id,
    k,
  ]);
const auditLines = async () =>
  (await app.db.one<{ lines: number }>(sql`select count(*) as lines from audit_log where entity = 'site'`))
    ?.lines ?? 0;

test('300 sites move to another project with what the filter finds, each with a line in the audit log', async () => {
  const asked = { query: { project_id: project.from }, changes: { project_id: project.to } };
  const looked = await admin.send(siteBatch.preview, asked);
  expect(looked).toMatchObject({
    total: 300,
    changed: 300,
    lost: 0,
    by_field: [{ field: 'project_id', count: 300 }],
  });
  const before = await auditLines();
  expect(await admin.send(siteBatch.run, { ...asked, basis: looked.basis })).toEqual({
    changed: 300,
    unchanged: 0,
  });
  expect(await auditLines()).toBe(before + 300);
  expect((await admin.send(sites.list, { project_id: project.to })).total).toBe(300);
});

test('sites that are already so are counted and left alone', async () => {
  const asked = { site_ids: ids.slice(0, 3), changes: { interval_seconds: 300 } };
  await admin.send(siteBatch.run, { ...asked, basis: (await admin.send(siteBatch.preview, asked)).basis });
  const more = { ...asked, site_ids: ids.slice(0, 5) };
  const { basis, ...looked } = await admin.send(siteBatch.preview, more);
  expect(looked).toMatchObject({ total: 5, changed: 2 });
  expect(await admin.send(siteBatch.run, { ...more, basis })).toEqual({ changed: 2, unchanged: 3 });
});

test('factors are added, removed, replaced or taken from the product line; those that stay keep their correction', async () => {
  const [site_id = 0] = ids.slice(10);
  const change = async (changes: SentOf<typeof siteBatch.preview>['changes']) => {
    const asked = { site_ids: [site_id], changes };
    const { basis } = await admin.send(siteBatch.preview, asked);
    await admin.send(siteBatch.run, { ...asked, basis });
    return factorsOf(site_id);
  };
  expect(await change({ factors: { how: 'add', component_ids: [3, 1] } })).toEqual([
    [1, 1.5],
    [2, 1.5],
    [3, 1],
  ]);
  expect(await change({ factors: { how: 'remove', component_ids: [1] } })).toEqual([
    [2, 1.5],
    [3, 1],
  ]);
  expect(await change({ factors: { how: 'replace', component_ids: [4, 2] } })).toEqual([
    [4, 1],
    [2, 1.5],
  ]);
  expect(await change({ product_id, factors: { how: 'template' } })).toEqual([
    [3, 1],
    [1, 1],
  ]);
});

test('what a colleague changed since the preview is not overwritten', async () => {
  const site_ids = ids.slice(20, 22);
  const asked = { site_ids, changes: { interval_seconds: 600 } };
  const { basis } = await admin.send(siteBatch.preview, asked);
  await app.db.run(sql`update site set interval_seconds = 900 where site_id = ${site_ids[0]}`);
  await expect(admin.send(siteBatch.run, { ...asked, basis })).rejects.toMatchObject({
    envelope: { detail: 'changed_meanwhile' },
  });
  const rows = await app.db.rows(
    sql`select interval_seconds from site where site_id = any(${site_ids}) order by 1`,
  );
  expect(rows).toEqual([{ interval_seconds: 60 }, { interval_seconds: 900 }]);
});

test('one may change only sites that one sees, and is told which go out of sight', async () => {
  const role = await makeRole(app.db, ['site.read', 'site.write']);
  const person = await makeUser(app.db, role);
  const client = await app.login(person.account);
  const everything = { query: {}, changes: { project_id: project.from } };
  await expect(client.send(siteBatch.preview, everything)).rejects.toMatchObject({ fault: 'no_data' });
  await admin.send(equipment.add, { user_id: person.user_id, site_ids: [ids[30] ?? 0] });
  await expect(
    client.send(siteBatch.preview, { ...everything, query: undefined, site_ids: [ids[31] ?? 0] }),
  ).rejects.toMatchObject({ fault: 'no_authority' });
  await admin.send(equipment.add, { user_id: person.user_id, project_ids: [project.to] });
  expect(await client.send(siteBatch.preview, everything)).toMatchObject({
    total: 300,
    changed: 300,
    lost: 299,
  });
});

test('nothing to change, a protocol that is gone, and nobody chosen are refused', async () => {
  const site_ids = ids.slice(0, 1);
  await expect(admin.send(siteBatch.preview, { site_ids, changes: {} })).rejects.toMatchObject({
    fault: 'parameter_error',
  });
  await expect(admin.send(siteBatch.preview, { changes: { product_id } })).rejects.toMatchObject({
    fault: 'parameter_error',
  });
  const asked = { site_ids, changes: { agreement_id: 9999 } };
  const { basis } = await admin.send(siteBatch.preview, asked);
  await expect(admin.send(siteBatch.run, { ...asked, basis })).rejects.toMatchObject({
    envelope: { code: 57 },
  });
});
