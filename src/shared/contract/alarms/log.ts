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
/**
 * `open`: not recovered, even if a person has handled it. `recovered`: over, but not handled. `handled`: over and
 * handled.
 */
export const alarmState = z.enum(['open', 'recovered', 'handled']);
export const alarmEnd = z.enum(['recovered', 'rule_ended', 'corrected', 'handled']);

/** Filters of the list and of the statistics. */
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

/** Alarm episodes, newest first. `state: open` lists all open ones, whatever the period. */
export const alarmLog = listing({
  name: 'alarmLog',
  path: '/monitor/warning/data',
  needs: 'alarm.read',
  row: {
    alarm_id: id,
    /** Null: the platform itself. */
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
    /** Distinguishes episodes of the same kind and factor: `high`, `low`, a code. */
    side: z.string(),
    from_at: time,
    raised_at: time,
    ended_at: time.nullable(),
    end_reason: alarmEnd.nullable(),
    /** Seconds until its end, or until now. */
    duration: z.number(),
    peak: z.number().nullable(),
    last_value: z.number().nullable(),
    limit_value: z.number().nullable(),
    values_count: z.int(),
    details: z.record(z.string(), z.unknown()),
    rule_id: id.nullable(),
    late: z.boolean(),
    cause: z.enum(alarmCauses).nullable(),
    /** The person who overruled the platform's cause. */
    cause_by_name: z.string().nullable(),
    acknowledged_at: time.nullable(),
    acknowledged_by_name: z.string().nullable(),
    handled_at: time.nullable(),
    handled_by_name: z.string().nullable(),
    handled_cause: z.string(),
    handled_note: z.string(),
    false_alarm: z.boolean().nullable(),
    /** Version of the handling: 1 as handled, incremented by each correction. */
    handled_version: z.int(),
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
  'handling_corrected',
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

/** Events that messages are sent for. */
export const toldEvents = ['raised', 'worsened', 'escalated', 'reminder', 'recovered'] as const;

/** Number of episodes, and of those that reached the alarm level. */
const tally = { count: z.int(), alarms: z.int() };

/** Statistics of one rule (or of one kind without rules), for ranking by false alarms. */
const league = z.object({
  /** Null: a kind without rules. */
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

/** Reasons why one of several alarms was not changed, such as that somebody else did it first. */
export const actRefusals = [
  'alarm_acknowledged',
  'alarm_handled',
  'alarm_unhandled',
  'alarm_handling_same',
  'alarm_without_cause',
  'alarm_cause_same',
  'changed_meanwhile',
] as const satisfies readonly DetailName[];

export const alarmActs = z.enum(['acknowledge', 'handle', 'correct', 'overrule_cause', 'note']);

export const alarmActions = {
  /** Number of open alarms, for the bell and the map. Only of sites that the user may see. */
  count: call({
    path: '/monitor/warning/count',
    needs: 'alarm.read',
    input: empty,
    output: z.object({
      open: z.int(),
      unacknowledged: z.int(),
      /** The highest level of alarms not acknowledged yet. */
      worst: alarmLevel.nullable(),
      by_level: z.object({ warning: z.int(), alarm: z.int() }),
      by_family: z.object({ measurement: z.int(), instrument: z.int() }),
      by_kind: z.record(z.string(), z.int()),
    }),
  }),
  /** Sites with open alarms and their highest level, for the rings on the map. */
  sites: call({
    path: '/monitor/warning/sites',
    needs: 'alarm.read',
    input: empty,
    output: z.object({ data_info: madeList(z.object({ site_id: id, level: alarmLevel, open: z.int() })) }),
  }),
  /**
   * Acknowledges or handles alarms, corrects their handling, overrules their likely cause, or adds a note. For several
   * alarms, those that cannot be changed are returned with the reason; the call is refused only if none can be.
   */
  do: call({
    path: '/monitor/warning/do',
    needs: 'alarm.do',
    writes: true,
    input: z.object({
      alarm_id: idOrIds,
      act: alarmActs,
      note: text(500).default(''),
      /** Required for handling and its correction: the cause in a few words. */
      handled_cause: text(100).default(''),
      false_alarm: z.boolean().default(false),
      /** Required for correcting: the version that the user has seen. */
      handled_version: z.int().optional(),
      /** Required for overruling. */
      cause: z.enum(alarmCauses).optional(),
      /** The user's own uploads with the purpose `attachment`. */
      file_ids: z.array(id).max(20).default([]),
    }),
    output: z.object({
      done: z.int(),
      refused: z.array(z.object({ alarm_id: id, detail: z.enum(actRefusals) })),
    }),
  }),
  /** Steps, files and messages of one alarm. */
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
          /** The event of the message. */
          event: z.enum(toldEvents),
          channel: messageChannel,
          /** Recipient's number or address, for users who may read messages; otherwise ''. */
          recipient: z.string(),
          real_name: z.string().nullable(),
          state: messageState,
          /** `outbox`: only stored here, because no provider is configured. */
          provider: z.string().nullable(),
          tries: z.int(),
          sent_at: time.nullable(),
          /** For a waiting message: the time of the next attempt. */
          next_at: time.nullable(),
          error: z.string().nullable(),
          /** Number of alarms in the message. */
          alarms: z.int(),
        }),
      ),
    }),
  }),
  /** Episodes that begin in a period, counted by kind, place and time. Those undone by late values are not counted. */
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
      /** Means in seconds: until acknowledgement, and until the end. */
      acknowledged_after: z.number().nullable(),
      lasted: z.number().nullable(),
      by_kind: z.array(z.object({ kind: z.enum(alarmKindNames), ...tally })),
      /** The first sites; `sites` is their total number. */
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
      /** Days in local time, `2026-11-15`; days without episodes are left out. */
      by_day: z.array(z.object({ day: z.string(), ...tally })),
      /** Seven days from Monday, with 24 hours each. */
      by_hour_of_week: z.array(z.array(z.int())),
      rules: z.array(league),
    }),
  }),
  /** A short-lived URL of one of its files. */
  file: call({
    path: '/monitor/warning/file',
    needs: 'alarm.read',
    input: z.object({ alarm_id: id, file_id: id }),
    output: z.object({ url: z.string() }),
  }),
};
