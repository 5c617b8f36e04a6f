import { createHmac } from 'node:crypto';
import { sendReason } from '#shared/send-reasons.ts';
import { postJson } from './post.ts';
import { type Send, ServiceAway } from './provider.ts';

/**
 * Signed if a secret is set, so that the receiver can verify the sender; numbered, so that a duplicate can be
 * recognised.
 */
export const viaWebhook: Send = async (
  { message_id, kind, subject, body: text, details },
  { webhook_url, webhook_secret },
  app,
) => {
  if (!webhook_url) throw new ServiceAway(sendReason('webhook_unset'));
  // Alarms are sent with structured fields, so that programs need not parse the text.
  const content = { message_id, kind, subject, text, ...(details.event && { alarm: details }) };
  await postJson(app, 'webhook', webhook_url, content, (body) => ({
    'x-lanjing-message': String(message_id),
    ...(webhook_secret && {
      'x-lanjing-signature': `sha256=${createHmac('sha256', webhook_secret).update(body).digest('hex')}`,
    }),
  }));
};
