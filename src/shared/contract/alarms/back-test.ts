import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { ruleShape } from './rules.ts';

/** Episodes that are told one by one; of more only how many there are. */
export const BACK_TEST_SHOWN = 500;

const episode = z.object({
  site_id: id,
  site_name: z.string(),
  mn: z.string(),
  side: z.enum(['high', 'low']),
  level: z.enum(['warning', 'alarm']),
  from: time,
  /** Null: it would still be open. */
  to: time.nullable(),
  /** The furthest value. */
  peak: z.number(),
  count: z.int(),
});

const input = z.object({
  ...ruleShape,
  /** The stored rule that would be changed. */
  rule_id: id.optional(),
  days: z.int().min(1).max(30).default(30),
});

/** What a rule would have raised, had it been there: asked before it is saved. */
export const alarmRuleTrial = {
  backTest: call({
    path: '/monitor/over_warning/back_test',
    needs: 'alarm_rule.write',
    input,
    output: z.object({
      from: time,
      to: time,
      /** Whether the period was cut, so that the answer comes in time. */
      shortened: z.boolean(),
      /** Sites whose values were looked at, those that had none, and those that have a more specific rule. */
      tested: z.int(),
      without_data: z.int(),
      left_out: z.int(),
      /** Sites that there was no time for. */
      untested: z.int(),
      episodes: z.int(),
      /** Of them those that reached the alarm level. */
      alarms: z.int(),
      /** Sites with an episode. */
      affected: z.int(),
      /** The newest first. */
      data_info: z.array(episode),
    }),
  }),
};
