import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { requireSeesAll, siteCount } from '#server/scope.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';

/** Writes only the differences, so that the audit log shows what changed. */
async function storeTemplate(db: Db, product_id: number, factor_ids: number[]): Promise<void> {
  await db.run(sql`
    delete from product_factor where product_id = ${product_id} and component_id <> all(${factor_ids})`);
  await db.run(sql`
    insert into product_factor as t (product_id, component_id, sort)
    select ${product_id}, f.component_id, f.sort
      from unnest(${factor_ids}::smallint[]) with ordinality as f (component_id, sort)
    on conflict (product_id, component_id) do update set sort = excluded.sort where t.sort <> excluded.sort`);
}

export const productRoutes = [
  ...crud(products, {
    shows: {
      site_count: siteCount(sql`s.product_id = t.product_id`),
      factor_ids: sql`array(select f.component_id::integer from product_factor f where f.product_id = t.product_id
                             order by f.sort, f.component_id)`,
    },
    beforeSave: async (ctx, fields, before) => {
      if (before) await requireSeesAll(ctx, sql`s.product_id = ${before.product_id}`);
      return fields;
    },
    parts: { factor_ids: storeTemplate },
  }),
  ...crud(projects, {
    shows: { site_count: siteCount(sql`s.project_id = t.project_id`) },
  }),
];
