import * as z from 'zod';
import { id, name, remark } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { otherFlags, usualWaterNeeds } from '#shared/domain/validity.ts';

export const products = resource({
  name: 'products',
  table: 'product_line',
  path: '/monitor/point/product',
  id: 'product_id',
  needs: 'product',
  fields: {
    product_name: name(),
    /** Flags that are valid for averages and assessment besides N. */
    counting_flags: z.array(z.enum(otherFlags)).default([]),
    /** For water stations: valid days that a month needs, and months that a year needs, for assessment. */
    water_month_days: z.int().min(1).max(28).default(usualWaterNeeds.month_days),
    water_year_months: z.int().min(1).max(12).default(usualWaterNeeds.year_months),
    /** Factors of new sites, in this order, and of sites that a batch applies the template to. */
    factor_ids: z
      .array(id)
      .max(200)
      .refine((ids) => new Set(ids).size === ids.length, 'repeated')
      .default([]),
    remark,
  },
  shows: { site_count: z.int() },
  search: ['product_name', 'remark'],
});

export const projects = resource({
  name: 'projects',
  table: 'project',
  path: '/monitor/point/project',
  id: 'project_id',
  needs: 'project',
  fields: { project_name: name(), remark },
  shows: { site_count: z.int() },
  search: ['project_name', 'remark'],
});
