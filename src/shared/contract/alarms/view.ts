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

/** One course of values, as charts draw it. */
const line = z.object({
  /** `whole`: what the factor is a part of, and cannot exceed. */
  of: z.enum(['own', 'whole', 'neighbour']),
  site_id: id,
  site_name: z.string(),
  /** From the alarm's own site. */
  km: z.number().nullable(),
  /** Null: the class of water. */
  factor: factor.nullable(),
  /** Milliseconds since 1970: the start of each period, or of the first and the last in each stretch. */
  times: madeList(z.number()),
  ends: madeList(z.number()).optional(),
  low: numbers,
  high: numbers.optional(),
  /** Places of what does not count. */
  doubtful: madeList(z.int()),
});
export type ViewLine = z.output<typeof line>;

/** A limit for as long as it held: with an edition of the standard, or a version of the rule. */
const limit = z.object({
  side: z.enum(['high', 'low']),
  /** What raises a warning or an alarm, and what a value must come back to. */
  bound: z.enum(['warning', 'alarm', 'clear']),
  value: z.number(),
  from: time,
  to: time,
});
export type ViewLimit = z.output<typeof limit>;

/** The version of the rule that raised it. */
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
  /** Its own first, then its neighbours', the nearest first. */
  lines: z.array(line),
  limits: z.array(limit),
  /** Null: it is found without one. */
  rule: rule.nullable(),
  wind: madeList(
    z.object({ at: z.number(), direction: z.number().nullable(), speed: z.number().nullable() }),
  ),
  radius_km: z.number(),
});

/** What the platform's judgement rests on. */
const evidence = z.object({
  /** What the platform says it is, also after a person has overruled it. */
  cause: z.enum(alarmCauses).nullable(),
  /** Where a local source is to be looked for, in degrees. */
  bearing: z.number().nullable(),
  radius_km: z.number().nullable(),
  limit: z.number().nullable(),
  /** How often the usual the value is. */
  times: z.number().nullable(),
  neighbours: z.array(z.object({ site_id: id, site_name: z.string(), km: z.number(), value: z.number() })),
  /** Neighbours that had their say and that the reader may not see. */
  hidden: z.int(),
  /** Of all of them, those that are about as high. */
  high: z.int(),
  wind: z.object({ direction: z.number(), speed: z.number() }).nullable(),
  sisters: z.array(factor.extend({ times: z.number() })),
  faults: z.array(z.enum(alarmKindNames)),
});
export type Evidence = z.output<typeof evidence>;

export const alarmViews = {
  /** One episode among what was measured around it: only of sites that the reader sees. */
  view: call({
    path: '/monitor/warning/view',
    needs: 'alarm.read',
    input: z.object({ alarm_id: id }),
    output: z.object({
      from: time,
      to: time,
      /** Of a long episode only a part is shown. */
      shortened: z.boolean(),
      /** Null: nothing was measured that tells of it. */
      chart: chart.nullable(),
      evidence: evidence.nullable(),
      /** The factor whose instrument told of a fault. */
      target: factor.nullable(),
    }),
  }),
};
