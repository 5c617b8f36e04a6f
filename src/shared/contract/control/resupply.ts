import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';
import { concurrency, created, reason } from './commands.ts';

export const resupplyTypes = ['minute', 'hour', 'day'] as const;
export const resupplyType = z.enum(resupplyTypes);
/** A person may wait longer for history than for a single value. */
const question = {
  site_ids: z.array(id).min(1, 'required').max(500),
  data_type: resupplyType,
  from: time,
  to: time,
};
const manner = {
  reason,
  concurrency,
  life_minutes: z
    .int()
    .min(1)
    .max(7 * DAY_MINUTES)
    .default(DAY_MINUTES),
};

/** What devices are asked for once more. */
export const resupply = {
  /** How much there should be and how much there is, hour by hour (of days: day by day). */
  gaps: call({
    path: '/monitor/resupply/gaps',
    needs: 'command.read',
    input: z.object(question),
    output: z.object({
      data_info: z.array(
        z.object({
          site_id: id,
          site_name: z.string(),
          mn: z.string(),
          online: z.boolean(),
          expected: z.int(),
          received: z.int(),
          /** Of each bin; as many as there are from `from` on. */
          bins: z.array(z.int()),
          /** Bins that lack periods which are being requested, or which the device does not have. */
          under_way: z.array(z.int()),
          absent: z.array(z.int()),
        }),
      ),
      total: z.int(),
      from: time,
      /** The length of a bin, and how many periods it should hold. */
      bin_ms: z.int(),
      per_bin: z.int(),
    }),
  }),
  /** All of a range. */
  up: call({
    path: '/monitor/data/up',
    needs: 'control.resupply',
    writes: true,
    input: z.object({ ...question, ...manner }),
    output: created,
  }),
  /** Only what is missing in it. */
  extract: call({
    path: '/monitor/data/extract',
    needs: 'control.resupply',
    writes: true,
    input: z.object({ ...question, ...manner }),
    output: created.extend({
      /** Periods that are missing, and the ranges that they make. */
      missing: z.int(),
      ranges: z.int(),
    }),
  }),
};
