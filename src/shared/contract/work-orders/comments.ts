import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, text, time } from '#shared/contract/fields.ts';

const file = z.object({ file_id: id, file_name: z.string(), size: z.int() });

/**
 * `step`: of the order. `comment`: by a person. `alarm`: what became of its alarms. `command`: sent to the device of its
 * station while it was open.
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
        /** Users who are told. */
        mentions: z.array(id).max(50).default([]),
        file_ids: z.array(id).max(20).default([]),
      })
      .refine(({ body, file_ids }) => body !== '' || file_ids.length > 0, {
        path: ['body'],
        message: 'required',
      }),
    output: z.object({ comment_id: id }),
  }),
  /** The timeline of an order, the oldest first: its steps, its comments, what became of its alarms, and commands. */
  data: call({
    path: '/auth_login/login/order_comment/data',
    needs: 'order.read',
    input: z.object({ order_id: id }),
    output: z.object({ data_info: z.array(entry) }),
  }),
};
