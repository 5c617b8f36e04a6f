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
/** A time of the day; an end of 24:00 is midnight. */
export const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'bad_clock');

export const ruleDataType = z.enum(ruleDataTypes);
export const ruleMeasure = z.enum(ruleMeasures);
export const ruleLimits = z.enum(limitSources);

/** What is said of a rule. */
export const ruleShape = {
  scope: z.enum(ruleScopes),
  product_id: id.nullable().default(null),
  site_id: id.nullable().default(null),
  /** O3 over 8 hours and the class of water are judged by hours and days only. */
  measure: ruleMeasure.default('value'),
  /** Null with the class of water, which is of no single factor. */
  component_id: id.nullable().default(null),
  data_type: ruleDataType,
  /**
   * Own limits, those of the air standard's edition in force at the time of each value, or those of the water class
   * that the site is meant to have.
   */
  limits: ruleLimits.default('own'),
  /** In the factor's unit. Of the class of water: 1 to 5, and what is worse raises. */
  high_warning: limit,
  high_alarm: limit,
  low_warning: limit,
  low_alarm: limit,
  /** With a grade: the warning limit is this share of the standard's limit. */
  warning_share: warningShare.default(null),
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
};

/** Alarm standards: limits of a factor, and how patient they are. */
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

/** What a rule said, with the names of what it names. */
const version = z.object({
  ...subject,
  version: z.int(),
  rule: z.record(z.string(), z.unknown()),
  product_name: z.string().nullable(),
  site_name: z.string().nullable(),
  made_at: time,
  made_by: z.string().nullable(),
  /** Null: it holds. */
  ended_at: time.nullable(),
});

/** A rule as it is at one site today. */
const atSite = z.object({
  rule_id: id,
  scope: z.enum(ruleScopes),
  limits: ruleLimits,
  /** In numbers, wherever they come from. */
  stated: z.object({ high_warning: stated, high_alarm: stated, low_warning: stated, low_alarm: stated }),
});

/** A rule beside those that it stands before at a site. */
const holding = z.object({
  ...subject,
  data_type: ruleDataType,
  ...atSite.shape,
  raise_after: z.int(),
  clear_after: z.int(),
  deadband: z.number(),
  hours: z.array(z.tuple([z.string(), z.string()])),
  /** Rules for the same that are less specific, the nearest first. */
  before: z.array(atSite),
});

const toSites = z.object({ rule_id: id, site_ids: z.array(id).min(1, 'required').max(5000) });

/** What presets are made by. */
const presetChoice = z.object({
  grade: z.enum(['grade_1', 'grade_2']).default('grade_2'),
  warning_share: warningShare.default(0.8),
  /** Null: the class that each site is meant to have. */
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
  /** Whether the network has a rule for the same. */
  exists: z.boolean(),
  /** How many sites measure it. */
  site_count: z.int(),
});

const chosenPreset = z.object({ measure: ruleMeasure, component_id: id.nullable(), data_type: ruleDataType });

export const alarmRuleActions = {
  /** Rules for the network that the standards suggest. */
  presets: call({
    path: '/monitor/over_warning/presets',
    needs: 'alarm_rule.write',
    input: presetChoice,
    output: z.object({ data_info: z.array(preset) }),
  }),
  /** Adds those that are chosen; what the network has already stays as it is. */
  addPresets: call({
    path: '/monitor/over_warning/presets/add',
    needs: 'alarm_rule.write',
    writes: true,
    input: presetChoice.extend({ chosen: z.array(chosenPreset).min(1, 'required').max(500) }),
    output: z.object({ added: z.int(), skipped: z.int() }),
  }),
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
    output: z.object({
      data_info: z.array(holding),
      product_name: z.string().nullable(),
      /** Factors of the site that no rule is on. */
      without: z.array(z.object({ ...subject, component_id: id, component_name: z.string() })),
    }),
  }),
  /** What a copy would do. */
  copyPreview: call({
    path: '/monitor/over_warning/copy_preview',
    needs: 'alarm_rule.write',
    input: toSites,
    output: z.object({
      /** Sites that have no such rule yet, and those whose rule would be replaced. */
      added: z.int(),
      replaced: z.int(),
      /** Those that have the very same already, the rule's own site among them. */
      unchanged: z.int(),
      /** Of all of them, those that are not set up for the factor. */
      without_factor: z.int(),
    }),
  }),
  /** The same rule for other sites, in place of what they have. */
  copy: call({
    path: '/monitor/over_warning/copy',
    needs: 'alarm_rule.write',
    writes: true,
    input: toSites,
    output: z.object({ copied: z.int() }),
  }),
};

/** Rows of a file as rules: those that are there already are changed, field by field. */
export const alarmRuleImport = importCalls('/monitor/over_warning/import', 'alarm_rule.write');
