import * as z from 'zod';
import { id } from '#shared/contract/fields.ts';

/** A factor of a site, and the K and B in its device; null: never read. */
export const settable = {
  row_id: z.string(),
  site_id: id,
  site_name: z.string(),
  mn: z.string(),
  online: z.boolean(),
  component_id: id,
  component_name: z.string(),
  component_name_en: z.string(),
  formula: z.string(),
  unit: z.string(),
  k: z.number().nullable(),
  b: z.number().nullable(),
};
