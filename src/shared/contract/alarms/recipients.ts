import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, name, remark } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { regionCode } from '#shared/contract/site-config/regions.ts';
import { alarmFamilies, alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { alarmLevel } from './log.ts';
import { maintenanceScope } from './maintenance.ts';

/** Notification channels; robots have their own list. */
export const alarmChannels = ['in_app', 'sms', 'email', 'webhook'] as const;
const ids = z.array(id).max(500).default([]);

/** Notification rules: who is notified of which alarms, by which channel, and when. */
export const alarmRoutes = resource({
  name: 'alarmRoutes',
  table: 'alarm_route',
  path: '/monitor/alarm_route',
  id: 'route_id',
  needs: 'alarm_config',
  fields: {
    route_name: name(),
    enabled: z.boolean().default(true),
    families: z
      .array(z.enum(alarmFamilies))
      .min(1, 'required')
      .max(2)
      .default([...alarmFamilies]),
    levels: z.array(alarmLevel).min(1, 'required').max(2).default(['warning', 'alarm']),
    /** Empty: all kinds. */
    kinds: z.array(z.enum(alarmKindNames)).max(50).default([]),
    scope: maintenanceScope.default('network'),
    product_id: id.nullable().default(null),
    city_code: regionCode.nullable().default(null),
    site_id: id.nullable().default(null),
    /** 0: immediately. Otherwise after this long without acknowledgement. */
    after_minutes: z.int().min(0).max(10_080).default(0),
    /** Null: no repetition. */
    repeat_minutes: z.int().min(5).max(10_080).nullable().default(null),
    repeat_most: z.int().min(1).max(50).default(3),
    /** Everyone who may read alarms and see the site. */
    everyone: z.boolean().default(false),
    user_ids: ids,
    user_group_ids: ids,
    /** The members of these groups who are on duty at the time. */
    duty_group_ids: ids,
    channels: z.array(z.enum(alarmChannels)).max(4).default(['in_app']),
    robot_ids: ids,
    remark,
  },
  shows: {
    product_name: z.string().nullable(),
    city_name: z.string().nullable(),
    city_name_en: z.string().nullable(),
    site_name: z.string().nullable(),
    mn: z.string().nullable(),
    user_names: z.array(z.string()),
    group_names: z.array(z.string()),
    duty_group_names: z.array(z.string()),
    robot_names: z.array(z.string()),
  },
  search: ['route_name', 'site_name', 'mn', 'product_name', 'city_name', 'remark'],
  filters: { enabled: z.boolean().optional() },
});

export const alarmRouteActions = {
  /** People whom a route would notify now, and what is missing for some of them. */
  who: call({
    path: '/monitor/alarm_route/who',
    needs: 'alarm_config.read',
    input: z.object({ route_id: id }),
    output: z.object({
      data_info: z.array(
        z.object({
          user_id: id,
          real_name: z.string(),
          account: z.string(),
          channels: z.array(z.enum(alarmChannels)),
          /** Channels of the route that cannot reach them, because no mobile number or e-mail address is known. */
          missing: z.array(z.enum(alarmChannels)),
          /** How many of the route's sites they may see. */
          site_count: z.int(),
        }),
      ),
      robots: z.array(z.string()),
      webhook: z.boolean(),
    }),
  }),
};
