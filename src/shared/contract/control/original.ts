import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';

/** Uncorrected and corrected values of several sites. */
export const originalValues = {
  data: call({
    path: '/monitor/multiplemn/data',
    needs: 'command.read',
    input: z.object({
      site_ids: z.array(id).min(1, 'required').max(50),
      component_id: id,
      data_type: z.enum(['realtime', 'minute', 'hour', 'day']),
      from: time,
      to: time,
    }),
    output: z.object({
      data_info: z.array(
        z.object({
          site_id: id,
          site_name: z.string(),
          mn: z.string(),
          times: madeList(time),
          values: madeList(z.number().nullable()),
          /** As the device measured it; equal to the value if there is no correction. */
          raw: madeList(z.number().nullable()),
          flags: madeList(z.string()),
        }),
      ),
      total: z.int(),
    }),
  }),
  /** Devices by MN: position, who has remote control, and the last command. */
  control: call({
    path: '/monitor/locus/control/data',
    needs: 'command.read',
    input: z.object({ mns: z.array(z.string().max(64)).max(500).optional() }),
    output: z.object({
      data_info: z.array(
        z.object({
          site_id: id,
          site_name: z.string(),
          mn: z.string(),
          longitude: z.number().nullable(),
          latitude: z.number().nullable(),
          online: z.boolean(),
          held_by: z.string().nullable(),
          until_at: time.nullable(),
          command_id: id.nullable(),
          kind: z.string().nullable(),
          state: z.string().nullable(),
          created_at: time.nullable(),
        }),
      ),
      total: z.int(),
    }),
  }),
};
