import * as z from 'zod';
import { name, remark } from './fields.ts';
import { resource } from './resource.ts';

export const products = resource({
  name: 'products',
  path: '/monitor/point/product',
  id: 'product_id',
  needs: 'product',
  fields: { product_name: name(), remark },
  shows: { site_count: z.int() },
  search: ['product_name', 'remark'],
});

export const projects = resource({
  name: 'projects',
  path: '/monitor/point/project',
  id: 'project_id',
  needs: 'project',
  fields: { project_name: name(), remark },
  shows: { site_count: z.int() },
  search: ['project_name', 'remark'],
});
