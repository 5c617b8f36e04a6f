import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { ruleShape } from './rules.ts';

/** Maximum number of episodes listed; beyond it only their number is given. */
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
  /** The most extreme value. */
  peak: z.number(),
  count: z.int(),
});

const input = z.object({
  ...ruleShape,
  /** The stored rule that is being edited. */
  rule_id: id.optional(),
  days: z.int().min(1).max(30).default(30),
});

/** Episodes that a rule would have raised on past data, checked before it is saved. */
export const alarmRuleTrial = {
  backTest: call({
    path: '/monitor/over_warning/back_test',
    needs: 'alarm_rule.write',
    input,
    output: z.object({
      from: time,
      to: time,
      /** The period was shortened to answer in time. */
      shortened: z.boolean(),
      /** Sites that were evaluated, that had no values, and that have a more specific rule. */
      tested: z.int(),
      without_data: z.int(),
      left_out: z.int(),
      /** Sites that were skipped for lack of time. */
      untested: z.int(),
      episodes: z.int(),
      /** Number of episodes that reached the alarm level. */
      alarms: z.int(),
      /** Number of sites with an episode. */
      affected: z.int(),
      /** The newest first. */
      data_info: z.array(episode),
    }),
  }),
};
