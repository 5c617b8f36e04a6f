import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';

const file = z.object({ file_id: id, file_name: z.string(), size: z.int() });

/**
 * `step`: a step of the order. `comment`: by a user. `alarm`: a step of its alarms. `command`: sent to the station's
 * device while the order was open.
 */
const entry = z.object({
  kind: z.enum(['step', 'comment', 'alarm', 'command']),
  entry_id: id,
  at: time,
  /** Null: the platform. */
  actor: z.string().nullable(),
  did: z.string(),
  from_state: z.string().nullable(),
  to_state: z.string().nullable(),
  body: z.string(),
  details: z.record(z.string(), z.unknown()),
  mentions: z.array(z.string()),
  files: z.array(file),
});

export const orderComments = {
  send: call({
    path: '/auth_login/login/order_comment/send',
    needs: 'order.read',
    writes: true,
    input: z
      .object({
        order_id: id,
        body: text(2000).default(''),
        /** Users who are notified. */
        mentions: z.array(id).max(50).default([]),
        file_ids: z.array(id).max(20).default([]),
      })
      .refine(({ body, file_ids }) => body !== '' || file_ids.length > 0, {
        path: ['body'],
        message: 'required',
      }),
    output: z.object({ comment_id: id }),
  }),
  /** The timeline of an order, oldest first: steps, comments, steps of its alarms, and commands. */
  data: call({
    path: '/auth_login/login/order_comment/data',
    needs: 'order.read',
    input: z.object({ order_id: id }),
    output: z.object({ data_info: z.array(entry) }),
  }),
};
