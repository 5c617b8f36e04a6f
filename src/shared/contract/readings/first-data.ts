import * as z from 'zod';
import { call, listOf } from '#shared/contract/define.ts';
import { id, time } from '#shared/contract/fields.ts';
import { namedSites } from '#shared/contract/sites/sites.ts';

export const firstData = {
  /** The start of each site's measurements of a factor; sites without any are left out. */
  byComponent: call({
    path: '/monitor/first/data/by/component',
    needs: 'reading.read',
    input: z.object({ ...namedSites, component_id: id }),
    output: listOf(
      z.object({
        site_id: id,
        mn: z.string(),
        site_name: z.string(),
        /** The start of the first day with a value of the factor. */
        ts: time,
      }),
    ),
  }),
};
