import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';
import { siteType } from '#shared/contract/sites/sites.ts';
import { alarmCauses, alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';
import { ruleDataType, ruleLimits, ruleMeasure } from './rules.ts';

const factor = z.object({
  component_id: id,
  component_name: z.string(),
  component_name_en: z.string(),
  formula: z.string(),
});

const numbers = madeList(z.number().nullable());

/** One series of a chart. */
const line = z.object({
  /** `whole`: the factor that this one is a part of and cannot exceed. */
  of: z.enum(['own', 'whole', 'neighbour']),
  site_id: id,
  site_name: z.string(),
  /** Distance from the alarm's site. */
  km: z.number().nullable(),
  /** Null: the water class. */
  factor: factor.nullable(),
  /** Milliseconds since 1970: the start of each period; for aggregated stretches, of the first and the last period. */
  times: madeList(z.number()),
  ends: madeList(z.number()).optional(),
  low: numbers,
  high: numbers.optional(),
  /** Indices of invalid values. */
  doubtful: madeList(z.int()),
});
export type ViewLine = z.output<typeof line>;

/** A limit and its time of validity, which depends on the standard's edition or the rule's version. */
const limit = z.object({
  side: z.enum(['high', 'low']),
  /** The limit that raises a warning or an alarm, or the one that a value must return to. */
  bound: z.enum(['warning', 'alarm', 'clear']),
  value: z.number(),
  from: time,
  to: time,
});
export type ViewLimit = z.output<typeof limit>;

/** The version of the rule that raised the alarm. */
const rule = z.object({
  rule_id: id,
  version: z.int(),
  scope: z.enum(ruleScopes),
  limits: ruleLimits,
  raise_after: z.int(),
  clear_after: z.int(),
  hours: z.array(z.tuple([z.string(), z.string()])),
});

const chart = z.object({
  measure: ruleMeasure,
  data_type: ruleDataType,
  site_type: siteType,
  unit: z.string(),
  decimals: z.int(),
  /** The alarm's own series first, then the neighbours, nearest first. */
  lines: z.array(line),
  limits: z.array(limit),
  /** Null: alarms of this kind need no rule. */
  rule: rule.nullable(),
  wind: madeList(
    z.object({ at: z.number(), direction: z.number().nullable(), speed: z.number().nullable() }),
  ),
  radius_km: z.number(),
});

/** Evidence for the platform's likely cause. */
const evidence = z.object({
  /** The platform's own assessment, even if a person has overruled it. */
  cause: z.enum(alarmCauses).nullable(),
  /** Direction of a possible local source, in degrees. */
  bearing: z.number().nullable(),
  radius_km: z.number().nullable(),
  limit: z.number().nullable(),
  /** The value as a multiple of its usual value. */
  times: z.number().nullable(),
  neighbours: z.array(z.object({ site_id: id, site_name: z.string(), km: z.number(), value: z.number() })),
  /** Number of neighbours that were used but that the user may not see. */
  hidden: z.int(),
  /** Number of all neighbours with similarly high values. */
  high: z.int(),
  wind: z.object({ direction: z.number(), speed: z.number() }).nullable(),
  sisters: z.array(factor.extend({ times: z.number() })),
  faults: z.array(z.enum(alarmKindNames)),
});
export type Evidence = z.output<typeof evidence>;

export const alarmViews = {
  /** One alarm with the measurements around it; only of sites that the user may see. */
  view: call({
    path: '/monitor/warning/view',
    needs: 'alarm.read',
    input: z.object({ alarm_id: id }),
    output: z.object({
      from: time,
      to: time,
      /** A long episode is shown only in part. */
      shortened: z.boolean(),
      /** Null: there are no measurements for this kind of alarm. */
      chart: chart.nullable(),
      evidence: evidence.nullable(),
      /** The factor whose instrument reported a fault. */
      target: factor.nullable(),
    }),
  }),
};
