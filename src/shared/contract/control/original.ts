import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, madeList, time } from '#shared/contract/fields.ts';

/** Uncorrected values beside corrected ones, of several sites. */
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
          /** As the device measured it; the same where nobody corrects. */
          raw: madeList(z.number().nullable()),
          flags: madeList(z.string()),
        }),
      ),
      total: z.int(),
    }),
  }),
  /** Devices by MN: where they are, who has remote control of them, and what they were told last. */
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
