import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

test('a refused deletion says how many rows use it, some of their names, and where to find them', async () => {
  const { product_id } = await admin.send(products.add, { product_name: '微站' });
  for (const nth of [1, 2, 3, 4])
    await app.db.run(sql`
      insert into site (mn, site_name, product_id) values (${`USES${nth}`}, ${`站${nth}`}, ${product_id})`);
  await expect(admin.send(products.remove, { product_id: Number(product_id) })).rejects.toMatchObject({
    envelope: {
      code: 9,
      detail: 'in_use',
      params: { by: 'site', count: 4, names: '站1 · 站2 · 站3 …' },
      data: { column: 'product_id', ids: [product_id] },
    },
  });
});

test('only orders whose site the user may see are named', async () => {
  const limited = await makeUser(app.db, await makeRole(app.db, ['order_type.read', 'order_type.write']));
  const order_type_id = await makeType(admin);
  for (const name of ['SEEN', 'UNSEEN']) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name) values (${name}, ${name}) returning site_id`);
    const site_id = row?.site_id ?? 0;
    await admin.send(orderActions.add, { order_type_id, site_id, order_title: `order at ${name}` });
    if (name === 'SEEN')
      await app.db.run(sql`insert into user_site (user_id, site_id) values (${limited.user_id}, ${site_id})`);
  }
  const client = await app.login(limited.account);
  await expect(client.send(orderTypes.remove, { order_type_id })).rejects.toMatchObject({
    envelope: { detail: 'in_use', params: { count: 2, names: 'order at SEEN …' } },
  });
});
