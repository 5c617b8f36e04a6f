import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { regionCode } from '#shared/contract/site-config/regions.ts';

export const maintenanceScope = z.enum(['network', 'product', 'city', 'site']);
export const maintenanceState = z.enum(['open', 'coming', 'past']);
/** A forgotten window must not keep a station silent for ever. */
export const MAX_WINDOW_DAYS = 90;

/** Times in which nothing is raised. They may overlap. */
export const maintenanceWindows = resource({
  name: 'maintenanceWindows',
  table: 'maintenance_window',
  path: '/monitor/maintenance',
  id: 'window_id',
  needs: 'maintenance',
  fields: {
    scope: maintenanceScope,
    product_id: id.nullable().default(null),
    city_code: regionCode.nullable().default(null),
    site_id: id.nullable().default(null),
    starts_at: time,
    ends_at: time,
    reason: text(200).default(''),
  },
  shows: {
    product_name: z.string().nullable(),
    city_name: z.string().nullable(),
    city_name_en: z.string().nullable(),
    site_name: z.string().nullable(),
    mn: z.string().nullable(),
    state: maintenanceState,
    /** `calibration`: opened by a command to the device. */
    origin: z.enum(['person', 'calibration']),
    /** How many sites it holds, of those that the reader sees. */
    site_count: z.int(),
  },
  search: ['site_name', 'mn', 'product_name', 'city_name', 'reason'],
  filters: {
    scope: maintenanceScope.optional(),
    state: maintenanceState.optional(),
    site_id: id.optional(),
    product_id: id.optional(),
    city_code: regionCode.optional(),
  },
});

/** So many hours beforehand a window is told of. */
export const MAINTENANCE_AHEAD_HOURS = 24;

/** What is being looked after, for the map and the head of a site's page. Home needs no power, and nor does this. */
export const maintenanceNow = {
  /** Windows that are open or soon will be, each with its sites among those that the reader sees. */
  data: call({
    path: '/monitor/maintenance/now',
    needs: 'signed-in',
    input: z.object({ site_id: id.optional() }),
    output: z.object({
      data_info: z.array(
        z.object({
          window_id: id,
          starts_at: time,
          ends_at: time,
          reason: z.string(),
          origin: z.enum(['person', 'calibration']),
          site_ids: z.array(id),
        }),
      ),
    }),
  }),
};
