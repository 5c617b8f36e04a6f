import * as z from 'zod';
import { call, empty } from '#shared/contract/define.ts';
import { id, idOrIds, madeList, text, time } from '#shared/contract/fields.ts';
import { messageChannel, messageState } from '#shared/contract/platform/messages.ts';
import { listing } from '#shared/contract/resource.ts';
import { alarmCauses, alarmFamilies, alarmKindNames } from '#shared/domain/alarm-kinds.ts';
import { ruleScopes } from '#shared/domain/alarm-scope.ts';
import type { DetailName } from '#shared/faults.ts';
import { ruleDataType } from './rules.ts';

export const alarmLevel = z.enum(['warning', 'alarm']);
/** `open`: still wrong, also when a person has said what it is. `recovered`: over, and nobody has. `handled`: over, and told. */
export const alarmState = z.enum(['open', 'recovered', 'handled']);
export const alarmEnd = z.enum(['recovered', 'rule_ended', 'corrected', 'handled']);

/** Which episodes: of the list and of the statistics alike. */
const alarmFilters = {
  state: alarmState.optional(),
  family: z.enum(alarmFamilies).optional(),
  kind: z.enum(alarmKindNames).optional(),
  level: alarmLevel.optional(),
  site_id: id.optional(),
  component_id: id.optional(),
  cause: z.enum(alarmCauses).optional(),
  acknowledged: z.boolean().optional(),
  handled: z.boolean().optional(),
  false_alarm: z.boolean().optional(),
  rule_id: id.optional(),
  from_at_from: time.optional(),
  from_at_to: time.optional(),
};

/** Episodes, the newest first. `state: open` lists all that are open, whatever the period. */
export const alarmLog = listing({
  name: 'alarmLog',
  path: '/monitor/warning/data',
  needs: 'alarm.read',
  row: {
    alarm_id: id,
    /** Null: of the platform itself. */
    site_id: id.nullable(),
    site_name: z.string().nullable(),
    mn: z.string().nullable(),
    family: z.enum(alarmFamilies),
    kind: z.enum(alarmKindNames),
    level: alarmLevel,
    state: alarmState,
    component_id: id.nullable(),
    component_name: z.string().nullable(),
    component_name_en: z.string().nullable(),
    formula: z.string().nullable(),
    unit: z.string().nullable(),
    decimals: z.int().nullable(),
    data_type: ruleDataType.nullable(),
    /** What tells episodes of one kind and factor apart: `high`, `low`, a code. */
    side: z.string(),
    from_at: time,
    raised_at: time,
    ended_at: time.nullable(),
    end_reason: alarmEnd.nullable(),
    /** Seconds: up to its end, or up to now. */
    duration: z.number(),
    peak: z.number().nullable(),
    last_value: z.number().nullable(),
    limit_value: z.number().nullable(),
    values_count: z.int(),
    details: z.record(z.string(), z.unknown()),
    rule_id: id.nullable(),
    late: z.boolean(),
    cause: z.enum(alarmCauses).nullable(),
    /** Whoever overruled the platform's cause. */
    cause_by_name: z.string().nullable(),
    acknowledged_at: time.nullable(),
    acknowledged_by_name: z.string().nullable(),
    handled_at: time.nullable(),
    handled_by_name: z.string().nullable(),
    handled_cause: z.string(),
    handled_note: z.string(),
    false_alarm: z.boolean().nullable(),
  },
  sortable: ['from_at', 'raised_at', 'ended_at', 'duration', 'level', 'kind', 'site_name', 'peak'],
  search: ['site_name', 'mn', 'component_name', 'component_name_en', 'handled_note'],
  filters: { alarm_id: id.optional(), ...alarmFilters },
});

export const alarmDid = z.enum([
  'raised',
  'worsened',
  'recovered',
  'rule_ended',
  'corrected',
  'acknowledged',
  'handled',
  'reopened',
  'cause_overruled',
  'escalated',
  'note',
]);

const step = z.object({
  step_id: id,
  at: time,
  did: alarmDid,
  level: alarmLevel.nullable(),
  /** Null: the platform. */
  actor: z.string().nullable(),
  note: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** What messages tell of an alarm. */
export const toldEvents = ['raised', 'worsened', 'escalated', 'reminder', 'recovered'] as const;

/** How many episodes, and how many of them reached the level of an alarm. */
const tally = { count: z.int(), alarms: z.int() };

/** One rule, or of what has none one kind, by how often it was wrong. */
const league = z.object({
  /** Null: a kind that is found without a rule. */
  rule_id: id.nullable(),
  kind: z.enum(alarmKindNames),
  /** As the rule is now, or was when it was deleted. */
  scope: z.enum(ruleScopes).nullable(),
  place: z.string().nullable(),
  component_name: z.string().nullable(),
  component_name_en: z.string().nullable(),
  formula: z.string().nullable(),
  data_type: ruleDataType.nullable(),
  is_deleted: z.boolean(),
  ...tally,
  handled: z.int(),
  false_alarms: z.int(),
  /** Episodes whose likely cause was overruled by a person. */
  overruled: z.int(),
});

/** Why nothing was done about one of several: somebody else was quicker, or it has no likely cause. */
export const actRefusals = [
  'alarm_acknowledged',
  'alarm_handled',
  'alarm_without_cause',
  'alarm_cause_same',
  'changed_meanwhile',
] as const satisfies readonly DetailName[];

export const alarmActs = z.enum(['acknowledge', 'handle', 'overrule_cause', 'note']);

export const alarmActions = {
  /** What is open, for the bell and the map. Only of sites that the asker sees. */
  count: call({
    path: '/monitor/warning/count',
    needs: 'alarm.read',
    input: empty,
    output: z.object({
      open: z.int(),
      unacknowledged: z.int(),
      /** The worst level that nobody has acknowledged. */
      worst: alarmLevel.nullable(),
      by_level: z.object({ warning: z.int(), alarm: z.int() }),
      by_family: z.object({ measurement: z.int(), instrument: z.int() }),
      by_kind: z.record(z.string(), z.int()),
    }),
  }),
  /** Sites with open alarms, each with its worst level: the rings on the map. */
  sites: call({
    path: '/monitor/warning/sites',
    needs: 'alarm.read',
    input: empty,
    output: z.object({ data_info: madeList(z.object({ site_id: id, level: alarmLevel, open: z.int() })) }),
  }),
  /**
   * Acknowledges or handles episodes, overrules their likely cause, or adds a note. Of several those that can be acted on
   * are, and the others are told with the reason; where none can, it is refused.
   */
  do: call({
    path: '/monitor/warning/do',
    needs: 'alarm.do',
    writes: true,
    input: z.object({
      alarm_id: idOrIds,
      act: alarmActs,
      note: text(500).default(''),
      /** Needed to handle: what it was, in a few words. */
      handled_cause: text(100).default(''),
      false_alarm: z.boolean().default(false),
      /** Needed to overrule. */
      cause: z.enum(alarmCauses).optional(),
      /** One's own uploads for the purpose `attachment`. */
      file_ids: z.array(id).max(20).default([]),
    }),
    output: z.object({
      done: z.int(),
      refused: z.array(z.object({ alarm_id: id, detail: z.enum(actRefusals) })),
    }),
  }),
  /** One episode's steps, files and messages. */
  steps: call({
    path: '/monitor/warning/steps',
    needs: 'alarm.read',
    input: z.object({ alarm_id: id }),
    output: z.object({
      data_info: z.array(step),
      files: z.array(z.object({ file_id: id, file_name: z.string(), size: z.int() })),
      messages: z.array(
        z.object({
          message_id: id,
          created_at: time,
          /** What was told. */
          event: z.enum(toldEvents),
          channel: messageChannel,
          /** Of people a number or an address, for those who may read messages; otherwise ''. */
          recipient: z.string(),
          real_name: z.string().nullable(),
          state: messageState,
          /** `outbox`: kept here only, no service is set up. */
          provider: z.string().nullable(),
          tries: z.int(),
          sent_at: time.nullable(),
          /** Of one that waits: when it is tried again. */
          next_at: time.nullable(),
          error: z.string().nullable(),
          /** Of how many alarms it tells. */
          alarms: z.int(),
        }),
      ),
    }),
  }),
  /** Episodes that begin in a period, counted by what they are, where and when. Those that late values undid are none. */
  statistics: call({
    path: '/monitor/warning/statistics',
    needs: 'alarm.read',
    input: z.object(alarmFilters),
    output: z.object({
      ...tally,
      open: z.int(),
      acknowledged: z.int(),
      handled: z.int(),
      false_alarms: z.int(),
      /** Means in seconds: up to the acknowledgement, and up to the end. */
      acknowledged_after: z.number().nullable(),
      lasted: z.number().nullable(),
      by_kind: z.array(z.object({ kind: z.enum(alarmKindNames), ...tally })),
      /** The first of them; `sites` says how many there are. */
      by_site: z.array(
        z.object({
          site_id: id.nullable(),
          site_name: z.string().nullable(),
          mn: z.string().nullable(),
          ...tally,
        }),
      ),
      sites: z.int(),
      by_factor: z.array(
        z.object({
          component_id: id,
          component_name: z.string(),
          component_name_en: z.string(),
          formula: z.string(),
          ...tally,
        }),
      ),
      /** Days of the network's clock, `2026-11-15`, without those that have none. */
      by_day: z.array(z.object({ day: z.string(), ...tally })),
      /** Seven days from Monday on, of 24 hours each. */
      by_hour_of_week: z.array(z.array(z.int())),
      rules: z.array(league),
    }),
  }),
  /** A short-lived address of one of its files. */
  file: call({
    path: '/monitor/warning/file',
    needs: 'alarm.read',
    input: z.object({ alarm_id: id, file_id: id }),
    output: z.object({ url: z.string() }),
  }),
};
