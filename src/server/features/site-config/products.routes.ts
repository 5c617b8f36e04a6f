import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { siteCount } from '#server/scope.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';

export const productRoutes = [
  ...crud(products, {
    shows: { site_count: siteCount(sql`s.product_id = t.product_id`) },
  }),
  ...crud(projects, {
    shows: { site_count: siteCount(sql`s.project_id = t.project_id`) },
  }),
];
