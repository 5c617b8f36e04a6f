import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, remark, time } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';

const limit = z.number().nullable().default(null);
const times = z.int().min(1).max(100).default(1);
/** A time of the day; an end of 24:00 is midnight. */
const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'bad_format');

export const ruleDataType = z.enum(['realtime', 'minute', 'hour', 'day']);
export const ruleLimits = z.enum(['own', 'grade_1', 'grade_2']);

/** Alarm standards: limits of a factor, and how patient they are. */
export const alarmRules = resource({
  name: 'alarmRules',
  table: 'alarm_rule',
  path: '/monitor/over_warning',
  id: 'rule_id',
  needs: 'alarm_rule',
  fields: {
    scope: z.enum(ruleScopes),
    product_id: id.nullable().default(null),
    site_id: id.nullable().default(null),
    component_id: id,
    data_type: ruleDataType,
    /** Own limits, or those of the standard's edition that is in force at the time of each value. */
    limits: ruleLimits.default('own'),
    high_warning: limit,
    high_alarm: limit,
    low_warning: limit,
    low_alarm: limit,
    /** So many values after one another raise, and so many clear. */
    raise_after: times,
    clear_after: times,
    /** How far inside its limit a value must be to clear. */
    deadband: z.number().min(0, 'below_minimum').default(0),
    /** Times of the day in which it holds; none means always. */
    hours: z
      .array(z.tuple([clock, clock]))
      .max(10)
      .default([]),
    enabled: z.boolean().default(true),
    remark,
  },
  shows: {
    product_name: z.string().nullable(),
    site_name: z.string().nullable(),
    mn: z.string().nullable(),
    component_name: z.string(),
    component_name_en: z.string(),
    unit: z.string(),
  },
  search: ['site_name', 'mn', 'product_name', 'component_name', 'component_name_en', 'remark'],
  filters: {
    scope: z.enum(ruleScopes).optional(),
    site_id: id.optional(),
    product_id: id.optional(),
    component_id: id.optional(),
    data_type: ruleDataType.optional(),
    enabled: z.boolean().optional(),
  },
});

const version = z.object({
  version: z.int(),
  rule: z.record(z.string(), z.unknown()),
  made_at: time,
  made_by: z.string().nullable(),
  /** Null: it holds. */
  ended_at: time.nullable(),
});

/** A rule beside those that it stands before at a site. */
const holding = z.object({
  component_id: id,
  component_name: z.string(),
  component_name_en: z.string(),
  unit: z.string(),
  data_type: ruleDataType,
  rule_id: id,
  scope: z.enum(ruleScopes),
  /** Rules for the same that are less specific, the nearest first. */
  before: z.array(z.object({ rule_id: id, scope: z.enum(ruleScopes) })),
});

export const alarmRuleActions = {
  /** What a rule said, the newest first. Also of one that was deleted. */
  versions: call({
    path: '/monitor/over_warning/versions',
    needs: 'alarm_rule.read',
    input: z.object({ rule_id: id }),
    output: z.object({ data_info: z.array(version) }),
  }),
  /** Which rule holds for each factor of a site, and which it stands before. */
  holding: call({
    path: '/monitor/over_warning/holding',
    needs: 'alarm_rule.read',
    input: z.object({ site_id: id }),
    output: z.object({ data_info: z.array(holding) }),
  }),
  /** The same rule for other sites, in place of what they have. */
  copy: call({
    path: '/monitor/over_warning/copy',
    needs: 'alarm_rule.write',
    writes: true,
    input: z.object({ rule_id: id, site_ids: z.array(id).min(1, 'required').max(5000) }),
    output: z.object({ copied: z.int() }),
  }),
};
