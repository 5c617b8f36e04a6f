import * as z from 'zod';
import { call, empty, listOf } from '#shared/contract/define.ts';
import { id, idOrIds, text, time } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/resource.ts';

export const messageChannel = z.enum(['in_app', 'sms', 'email', 'webhook', 'robot']);
export const messageState = z.enum(['queued', 'sent', 'failed']);
export const messageKind = z.enum(['code', 'test', 'alarm', 'order', 'report', 'meeting', 'platform']);
export type MessageChannel = z.output<typeof messageChannel>;
export type MessageKind = z.output<typeof messageKind>;

/** Every message to a person through any channel, with its delivery status. */
export const messages = listing({
  name: 'messages',
  path: '/platform/message/data',
  needs: 'message.read',
  row: {
    message_id: id,
    created_at: time,
    channel: messageChannel,
    kind: messageKind,
    /** A number or an address; for in-product messages the user's account. */
    recipient: z.string(),
    real_name: z.string().nullable(),
    subject: z.string(),
    body: z.string(),
    state: messageState,
    /** The provider used; `outbox` only stores the message here. */
    provider: z.enum(['outbox', 'webhook', 'aliyun', 'smtp', 'robot']).nullable(),
    tries: z.int(),
    error: z.string().nullable(),
    /** For a waiting message: when it is due and its channel's pause is over. */
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
  /** Sends failed or waiting messages again now. Codes and tests expire and cannot be sent again. */
  retry: call({
    path: '/platform/message/retry',
    needs: 'message.write',
    writes: true,
    input: z.object({ message_id: idOrIds }),
    output: empty,
  }),
};

const notice = z.object({ subject: z.string(), body: z.string() });

/** The user's own messages within the product. */
export const inbox = {
  /** The newest messages and the number of unread ones. */
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
        /** The same in each language; null if it has only one. */
        said: z.object({ zh: notice, en: notice }).nullable(),
        /** The page of what it is about. */
        path: z.string().nullable(),
        created_at: time,
        read_at: time.nullable(),
      }),
    ).and(z.object({ unread: z.int() })),
  }),
  /** Marks everything up to this message as read. */
  read: call({
    path: '/auth_login/login/user/me/messages/read',
    needs: 'signed-in',
    input: z.object({ message_id: id }),
    output: empty,
  }),
};
