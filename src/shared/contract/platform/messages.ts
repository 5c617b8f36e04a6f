import * as z from 'zod';
import { call, empty, listOf } from '#shared/contract/define.ts';
import { id, idOrIds, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';

export const messageChannel = z.enum(['in_app', 'sms', 'email', 'webhook', 'robot']);
export const messageState = z.enum(['queued', 'sent', 'failed']);
export const messageKind = z.enum(['code', 'test', 'alarm', 'order', 'report', 'meeting', 'platform']);
export type MessageChannel = z.output<typeof messageChannel>;
export type MessageKind = z.output<typeof messageKind>;

/** Every message to a person, by whatever way, with what became of it. */
export const messages = listing({
  name: 'messages',
  path: '/platform/message/data',
  needs: 'message.read',
  row: {
    message_id: id,
    created_at: time,
    channel: messageChannel,
    kind: messageKind,
    /** A number or an address; of a message within the product its user's account. */
    recipient: z.string(),
    real_name: z.string().nullable(),
    subject: z.string(),
    body: z.string(),
    state: messageState,
    /** Which one took it; the outbox keeps it here only. */
    provider: z.enum(['outbox', 'webhook', 'aliyun', 'smtp', 'robot']).nullable(),
    tries: z.int(),
    error: z.string().nullable(),
    /** Of a waiting one: when its own turn has come and its way out is open again. */
    next_at: time.nullable(),
    sent_at: time.nullable(),
  },
  search: ['recipient', 'real_name', 'subject', 'body', 'error'],
  filters: {
    channel: messageChannel.optional(),
    state: messageState.optional(),
    kind: messageKind.optional(),
    recipient: text(120).optional(),
    created_at_from: time.optional(),
    created_at_to: time.optional(),
  },
});

export const messageActions = {
  /** Sends again now what failed or waits. Codes and tests are of their moment and cannot be sent again. */
  retry: call({
    path: '/platform/message/retry',
    needs: 'message.write',
    writes: true,
    input: z.object({ message_id: idOrIds }),
    output: empty,
  }),
};

/** One's own messages within the product. */
export const inbox = {
  /** The newest of them, and how many are unread. */
  data: call({
    path: '/auth_login/login/user/me/messages',
    needs: 'signed-in',
    input: empty,
    output: listOf(
      z.object({
        message_id: id,
        kind: messageKind,
        subject: z.string(),
        body: z.string(),
        created_at: time,
        read_at: time.nullable(),
      }),
    ).and(z.object({ unread: z.int() })),
  }),
  /** Marks as read what was shown: all up to this one. */
  read: call({
    path: '/auth_login/login/user/me/messages/read',
    needs: 'signed-in',
    input: z.object({ message_id: id }),
    output: empty,
  }),
};
