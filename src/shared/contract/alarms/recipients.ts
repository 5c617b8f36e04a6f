import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, name, remark } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { regionCode } from '#shared/contract/site-config/regions.ts';
import { alarmFamilies, alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { alarmLevel } from './log.ts';
import { maintenanceScope } from './maintenance.ts';

/** How people are told; robots have a list of their own. */
export const alarmChannels = ['in_app', 'sms', 'email', 'webhook'] as const;
const ids = z.array(id).max(500).default([]);

/** Who is told of which alarms, by what, and when. */
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
    /** None: all of them. */
    kinds: z.array(z.enum(alarmKindNames)).max(50).default([]),
    scope: maintenanceScope.default('network'),
    product_id: id.nullable().default(null),
    city_code: regionCode.nullable().default(null),
    site_id: id.nullable().default(null),
    /** 0: at once. Otherwise after so long without acknowledgement. */
    after_minutes: z.int().min(0).max(10_080).default(0),
    /** Null: once. */
    repeat_minutes: z.int().min(5).max(10_080).nullable().default(null),
    repeat_most: z.int().min(1).max(50).default(3),
    /** All who may read alarms and see the site. */
    everyone: z.boolean().default(false),
    user_ids: ids,
    user_group_ids: ids,
    /** Of these groups whoever is on duty at the time. */
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
  /** Whom a route would reach at this moment, and who lacks what for it. */
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
          /** Ways of the route that do not reach them: no mobile number or e-mail address is known. */
          missing: z.array(z.enum(alarmChannels)),
          /** Of the sites that the route is for, how many they may see. */
          site_count: z.int(),
        }),
      ),
      robots: z.array(z.string()),
      webhook: z.boolean(),
    }),
  }),
};
