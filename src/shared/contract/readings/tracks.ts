import * as z from 'zod';
import { call, listOf } from '#shared/contract/define.ts';
import { id, madeList, time, wireText } from '#shared/contract/fields.ts';
import { namedSites } from '#shared/contract/sites/sites.ts';
import { factorColumn } from './readings.ts';

const position = { ts: time, longitude: z.number(), latitude: z.number() };

/** Positions of mobile stations, from the longitude and latitude among their values. */
export const tracks = {
  /** The track of one station, by id or MN. */
  points: call({
    path: '/gps/points/get',
    needs: 'reading.read',
    input: z.object({
      site_id: id.optional(),
      mn: wireText(64).optional(),
      data_type: z.enum(['realtime', 'minute']).default('realtime'),
      from: time,
      /** Exclusive. */
      to: time,
      component_ids: z.array(id).max(20).default([]),
    }),
    output: z.object({
      factors: z.array(factorColumn),
      /** Oldest first; at most the newest 50,000. */
      data_info: madeList(
        z.object({
          ...position,
          /** Parallel to the factors. */
          values: z.array(z.number().nullable()),
          flags: z.array(z.string()),
        }),
      ),
      total: z.int(),
    }),
  }),
  /** The newest position of the given stations, or of all that the user may see. */
  now: call({
    path: '/gps/realtime/point/get',
    needs: 'reading.read',
    input: z.object(namedSites),
    output: listOf(z.object({ site_id: id, mn: z.string(), site_name: z.string(), ...position })),
  }),
};
