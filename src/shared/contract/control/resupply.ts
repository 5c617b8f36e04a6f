import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';
import { concurrency, created, reason } from './commands.ts';

export const resupplyTypes = ['minute', 'hour', 'day'] as const;
export const resupplyType = z.enum(resupplyTypes);
/** History may take longer than a single value, so commands may wait longer. */
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

/** Requests to devices for missing data. */
export const resupply = {
  /** Expected and received numbers of values by hour (for daily values by day). */
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
          /** Number in each bin, from `from` on. */
          bins: z.array(z.int()),
          /** Bins with missing periods that are being requested, or that the device does not have. */
          under_way: z.array(z.int()),
          absent: z.array(z.int()),
        }),
      ),
      total: z.int(),
      from: time,
      /** Length of a bin, and the number of periods expected in it. */
      bin_ms: z.int(),
      per_bin: z.int(),
    }),
  }),
  /** Requests a whole range. */
  up: call({
    path: '/monitor/data/up',
    needs: 'control.resupply',
    writes: true,
    input: z.object({ ...question, ...manner }),
    output: created,
  }),
  /** Requests only the missing periods of a range. */
  extract: call({
    path: '/monitor/data/extract',
    needs: 'control.resupply',
    writes: true,
    input: z.object({ ...question, ...manner }),
    output: created.extend({
      /** Number of missing periods, and of the ranges that they form. */
      missing: z.int(),
      ranges: z.int(),
    }),
  }),
};
