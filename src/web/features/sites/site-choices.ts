import { agreements } from '#shared/contract/site-config/agreements.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { basins } from '#shared/contract/site-config/regions.ts';
import { rowsOf } from '#web/ui/choices.tsx';

/** Choices of referenced tables, for forms, filters and batch edits. */
export const agreement = rowsOf(agreements, 'agreement_name');
export const product = rowsOf(products, 'product_name', {
  madeAt: { path: '/siteconfigs/productlines', needs: products.add.needs },
});
export const project = rowsOf(projects, 'project_name', {
  madeAt: { path: '/siteconfigs/projects', needs: projects.add.needs },
});
export const basin = rowsOf(basins, 'basin_name', {
  madeAt: { path: '/siteconfigs/basins', needs: basins.add.needs },
});
