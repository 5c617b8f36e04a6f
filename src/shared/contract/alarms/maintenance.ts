import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { regionCode } from '#shared/contract/site-config/regions.ts';

export const maintenanceScope = z.enum(['network', 'product', 'city', 'site']);
export const maintenanceState = z.enum(['open', 'coming', 'past']);
/** Limited, so that a forgotten window does not suppress a station's alarms forever. */
export const MAX_WINDOW_DAYS = 90;

/** Windows in which no alarms are raised. They may overlap. */
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
    /** Number of its sites that the user may see. */
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

/** Windows are announced this many hours before they begin. */
export const MAINTENANCE_AHEAD_HOURS = 24;

/** Sites under maintenance, for the map and site pages. The home page needs no power, so neither does this. */
export const maintenanceNow = {
  /** Windows that are open or begin soon, with those of their sites that the user may see. */
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
