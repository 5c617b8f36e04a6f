import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { testApp } from '#test/helpers/app.ts';

test('whoever would delete what is used is told how many use it, some of their names, and how to find them', async () => {
  const app = await testApp();
  const admin = await app.login('admin');
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
