import { createHmac } from 'node:crypto';
import { sendReason } from '#shared/send-reasons.ts';
import { postJson } from './post.ts';
import { type Send, ServiceAway } from './provider.ts';

/** Signed, where a secret is set, so that the receiver knows who speaks; numbered, so that twice can be told. */
export const viaWebhook: Send = async (
  { message_id, kind, subject, body: text, details },
  { webhook_url, webhook_secret },
  app,
) => {
  if (!webhook_url) throw new ServiceAway(sendReason('webhook_unset'));
  // Of an alarm also what a program need not read out of a sentence.
  const content = { message_id, kind, subject, text, ...(details.event && { alarm: details }) };
  await postJson(app, 'webhook', webhook_url, content, (body) => ({
    'x-lanjing-message': String(message_id),
    ...(webhook_secret && {
      'x-lanjing-signature': `sha256=${createHmac('sha256', webhook_secret).update(body).digest('hex')}`,
    }),
  }));
};
