import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, remark, time } from '#shared/contract/fields.ts';
import { importCalls } from '#shared/contract/imports.ts';
import { resource } from '#shared/contract/resource.ts';
import { limitSources, ruleDataTypes, ruleMeasures } from '#shared/domain/alarm-limits.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';

const limit = z.number().nullable().default(null);
const stated = z.number().nullable();
const warningShare = z.number().min(0.01).max(0.99).nullable();
const times = z.int().min(1).max(100).default(1);
/** A time of day; 24:00 is the midnight at the end of the day. */
export const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'bad_clock');

export const ruleDataType = z.enum(ruleDataTypes);
export const ruleMeasure = z.enum(ruleMeasures);
export const ruleLimits = z.enum(limitSources);

/** Fields of a rule. */
export const ruleShape = {
  scope: z.enum(ruleScopes),
  product_id: id.nullable().default(null),
  site_id: id.nullable().default(null),
  /** The 8-hour mean of O3 and the water class have hourly and daily values only. */
  measure: ruleMeasure.default('value'),
  /** Null for the water class, which belongs to no single factor. */
  component_id: id.nullable().default(null),
  data_type: ruleDataType,
  /**
   * Source of the limits: own, the edition of the air standard in force at each value's time, or the site's target
   * water class.
   */
  limits: ruleLimits.default('own'),
  /** In the factor's unit. For the water class: 1 to 5; a worse class raises the alarm. */
  high_warning: limit,
  high_alarm: limit,
  low_warning: limit,
  low_alarm: limit,
  /** For limits of a standard: the warning limit as a share of it. */
  warning_share: warningShare.default(null),
  /** Number of consecutive values that raise, and that clear. */
  raise_after: times,
  clear_after: times,
  /** Hysteresis: how far inside the limit a value must be to clear. */
  deadband: z.number().min(0, 'below_minimum').default(0),
  /** Times of day in which the rule applies; empty means always. */
  hours: z
    .array(z.tuple([clock, clock]))
    .max(10)
    .default([]),
  enabled: z.boolean().default(true),
  remark,
};

/** Alarm standards: limits of a factor, with the number of values to raise and clear. */
export const alarmRules = resource({
  name: 'alarmRules',
  table: 'alarm_rule',
  path: '/monitor/over_warning',
  id: 'rule_id',
  needs: 'alarm_rule',
  fields: ruleShape,
  shows: {
    product_name: z.string().nullable(),
    site_name: z.string().nullable(),
    mn: z.string().nullable(),
    component_name: z.string().nullable(),
    component_name_en: z.string().nullable(),
    formula: z.string().nullable(),
    code: z.string().nullable(),
    unit: z.string().nullable(),
  },
  search: ['site_name', 'mn', 'product_name', 'component_name', 'component_name_en', 'remark'],
  filters: {
    scope: z.enum(ruleScopes).optional(),
    site_id: id.optional(),
    product_id: id.optional(),
    component_id: id.optional(),
    measure: ruleMeasure.optional(),
    data_type: ruleDataType.optional(),
    enabled: z.boolean().optional(),
  },
});

const subject = {
  measure: ruleMeasure,
  component_id: id.nullable(),
  component_name: z.string().nullable(),
  component_name_en: z.string().nullable(),
  formula: z.string().nullable(),
  unit: z.string().nullable(),
};

/** A version of a rule, with the names of its references. */
const version = z.object({
  ...subject,
  version: z.int(),
  rule: z.record(z.string(), z.unknown()),
  product_name: z.string().nullable(),
  site_name: z.string().nullable(),
  made_at: time,
  made_by: z.string().nullable(),
  /** Null: in force. */
  ended_at: time.nullable(),
});

/** A rule as it applies to one site today. */
const atSite = z.object({
  rule_id: id,
  scope: z.enum(ruleScopes),
  limits: ruleLimits,
  /** In numbers, whatever their source. */
  stated: z.object({ high_warning: stated, high_alarm: stated, low_warning: stated, low_alarm: stated }),
});

/** The rule in force at a site, with the rules that it overrides. */
const holding = z.object({
  ...subject,
  data_type: ruleDataType,
  ...atSite.shape,
  raise_after: z.int(),
  clear_after: z.int(),
  deadband: z.number(),
  hours: z.array(z.tuple([z.string(), z.string()])),
  /** Less specific rules for the same, the most specific first. */
  before: z.array(atSite),
});

const toSites = z.object({ rule_id: id, site_ids: z.array(id).min(1, 'required').max(5000) });

/** Choices for presets. */
const presetChoice = z.object({
  grade: z.enum(['grade_1', 'grade_2']).default('grade_2'),
  warning_share: warningShare.default(0.8),
  /** Null: the target class of each site. */
  water_class: z.int().min(1).max(5).nullable().default(3),
});

const preset = z.object({
  ...subject,
  code: z.string().nullable(),
  data_type: ruleDataType,
  limits: ruleLimits,
  warning_share: stated,
  high_warning: stated,
  high_alarm: stated,
  low_warning: stated,
  low_alarm: stated,
  raise_after: z.int(),
  clear_after: z.int(),
  deadband: z.number(),
  /** Whether the network already has a rule for the same. */
  exists: z.boolean(),
  /** Number of sites that measure it. */
  site_count: z.int(),
});

const chosenPreset = z.object({ measure: ruleMeasure, component_id: id.nullable(), data_type: ruleDataType });

export const alarmRuleActions = {
  /** Suggested network-wide rules, from the standards. */
  presets: call({
    path: '/monitor/over_warning/presets',
    needs: 'alarm_rule.write',
    input: presetChoice,
    output: z.object({ data_info: z.array(preset) }),
  }),
  /** Adds the chosen presets; existing rules of the network are not changed. */
  addPresets: call({
    path: '/monitor/over_warning/presets/add',
    needs: 'alarm_rule.write',
    writes: true,
    input: presetChoice.extend({ chosen: z.array(chosenPreset).min(1, 'required').max(500) }),
    output: z.object({ added: z.int(), skipped: z.int() }),
  }),
  /** Versions of a rule, newest first; also of a deleted one. */
  versions: call({
    path: '/monitor/over_warning/versions',
    needs: 'alarm_rule.read',
    input: z.object({ rule_id: id }),
    output: z.object({ data_info: z.array(version) }),
  }),
  /** The rule in force for each factor of a site, and the rules that it overrides. */
  holding: call({
    path: '/monitor/over_warning/holding',
    needs: 'alarm_rule.read',
    input: z.object({ site_id: id }),
    output: z.object({
      data_info: z.array(holding),
      product_name: z.string().nullable(),
      /** Factors of the site without a rule. */
      without: z.array(z.object({ ...subject, component_id: id, component_name: z.string() })),
    }),
  }),
  /** Preview of a copy. */
  copyPreview: call({
    path: '/monitor/over_warning/copy_preview',
    needs: 'alarm_rule.write',
    input: toSites,
    output: z.object({
      /** Sites without such a rule yet, and sites whose rule would be replaced. */
      added: z.int(),
      replaced: z.int(),
      /** Sites that already have the same rule, including the rule's own site. */
      unchanged: z.int(),
      /** Number of all of them that are not set up for the factor. */
      without_factor: z.int(),
    }),
  }),
  /** Copies the rule to other sites, replacing theirs. */
  copy: call({
    path: '/monitor/over_warning/copy',
    needs: 'alarm_rule.write',
    writes: true,
    input: toSites,
    output: z.object({ copied: z.int() }),
  }),
};

/** Rows of a file as rules: existing rules are changed, field by field. */
export const alarmRuleImport = importCalls('/monitor/over_warning/import', 'alarm_rule.write');
