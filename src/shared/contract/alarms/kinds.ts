import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, remark } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';
import { alarmLevel } from './log.ts';

const kind = z.enum(alarmKindNames);
/** By name; missing ones have their defaults. Names and bounds are in `alarmKinds`. */
const params = z.record(z.string().max(40), z.number());

/**
 * Detection settings of a kind of alarm for a site, a product line or the network. Without a row the defaults apply.
 */
export const alarmKindSettings = resource({
  name: 'alarmKindSettings',
  table: 'alarm_kind',
  path: '/monitor/alarm_kind',
  id: 'kind_id',
  needs: 'alarm_config',
  fields: {
    kind,
    scope: z.enum(ruleScopes),
    product_id: id.nullable().default(null),
    site_id: id.nullable().default(null),
    enabled: z.boolean().default(true),
    /** Absent: the default of the kind. */
    level: alarmLevel.optional(),
    params: params.default({}),
    remark,
  },
  shows: {
    level: alarmLevel,
    product_name: z.string().nullable(),
    site_name: z.string().nullable(),
    mn: z.string().nullable(),
  },
  search: ['site_name', 'mn', 'product_name', 'remark'],
  filters: {
    kind: kind.optional(),
    scope: z.enum(ruleScopes).optional(),
    product_id: id.optional(),
    site_id: id.optional(),
    enabled: z.boolean().optional(),
  },
});

/** Settings of a kind at one level. */
const said = z.object({
  enabled: z.boolean(),
  /** Null: set by its rules. */
  level: alarmLevel.nullable(),
  params: z.record(z.string(), z.number()),
  /** Null: no setting, the defaults apply. */
  kind_id: id.nullable(),
  scope: z.enum(ruleScopes).nullable(),
});

export const alarmKindActions = {
  /** The settings in force for each kind at a site, and those that they override. */
  holding: call({
    path: '/monitor/alarm_kind/holding',
    needs: 'alarm_config.read',
    input: z.object({ site_id: id }),
    output: z.object({
      data_info: z.array(
        said.extend({
          kind,
          /** Less specific settings of the same kind, the most specific first; the defaults are last. */
          before: z.array(said),
        }),
      ),
      product_name: z.string().nullable(),
      /** The factors that the site is set up to measure. */
      factors: z.array(
        z.object({
          component_id: id,
          component_name: z.string(),
          component_name_en: z.string(),
          formula: z.string(),
          code: z.string().nullable(),
          category: z.string(),
        }),
      ),
    }),
  }),
};
