import * as z from 'zod';
import { otherFlags } from '#shared/domain/validity.ts';
import { name, remark } from './fields.ts';
import { resource } from './resource.ts';

export const products = resource({
  name: 'products',
  path: '/monitor/point/product',
  id: 'product_id',
  needs: 'product',
  fields: {
    product_name: name(),
    /** Flags that count in averages and evaluation besides N. */
    counting_flags: z.array(z.enum(otherFlags)).default([]),
    remark,
  },
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
