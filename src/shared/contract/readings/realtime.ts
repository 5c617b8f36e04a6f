import * as z from 'zod';
import { call, listOf } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';
import { namedSites } from '#shared/contract/sites/sites.ts';
import { dataType, factorColumn } from './readings.ts';

/** A factor's newest value as the device sent it, not rounded. */
const latestValue = factorColumn.extend({
  value: z.number().nullable(),
  /** '' is N. */
  flag: z.string(),
  ts: time,
  /** Measuring range, of the site or otherwise of the factor. */
  range_min: z.number().nullable(),
  range_max: z.number().nullable(),
});
export type LatestValue = z.output<typeof latestValue>;

export const realtime = {
  /**
   * The newest value of every factor of sites, in each site's order. The home page needs no power, so neither does
   * this.
   */
  data: call({
    path: '/monitor/realtime/data',
    needs: 'signed-in',
    input: z.object({ ...namedSites, data_type: dataType.default('realtime') }),
    output: listOf(
      z.object({
        site_id: id,
        mn: z.string(),
        site_name: z.string(),
        /** Time of the newest value; null if there is none. */
        ts: time.nullable(),
        received_at: time.nullable(),
        values: madeList(latestValue),
      }),
    ),
  }),
};
