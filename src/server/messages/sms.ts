import { randomUUID } from 'node:crypto';
import type { Settings } from '#server/settings/defaults.ts';
import { type SendReason, sendReason } from '#shared/send-reasons.ts';
import { aliyunForm } from './aliyun.ts';
import { post, postJson } from './post.ts';
import { type Outgoing, type Send, ServiceAway } from './provider.ts';

export const smsViaWebhook: Send = async (
  { message_id, recipient, kind, body, details },
  { sms_webhook_url },
  app,
) => {
  if (!sms_webhook_url) throw new ServiceAway(sendReason('sms_unset'));
  const message = { mobile: recipient, purpose: kind, text: body, ...details };
  // Numbered, so that a duplicate can be recognised.
  const numbered = () => ({ 'x-lanjing-message': String(message_id) });
  await postJson(app, 'sms', sms_webhook_url, message, numbered);
};

export const smsViaAliyun: Send = async (message, settings, app) => {
  const { template, missing, parameters } = aliyunTemplate(message, settings);
  const { sms_key_id: keyId, sms_key_secret: keySecret, sms_sign_name: signName } = settings;
  if (!template) throw new ServiceAway(sendReason(missing));
  if (!keyId || !keySecret || !signName) throw new ServiceAway(sendReason('aliyun_unset'));
  const account = { keyId, keySecret, signName, templateCode: template };
  const form = aliyunForm(account, message.recipient, parameters, randomUUID(), new Date());
  const response = await post(app, 'aliyun', 'https://dysmsapi.aliyuncs.com/', form);
  const answer = JSON.parse(response.body) as { Code?: string; Message?: string };
  if (answer.Code !== 'OK') throw new Error(`Aliyun SMS: ${answer.Code} ${answer.Message}`);
};

/** Aliyun accepts no free text: codes and notices have an approved template each. */
function aliyunTemplate(
  { kind, body, details }: Outgoing,
  settings: Settings,
): { template: string | null; missing: SendReason; parameters: Record<string, string> } {
  return kind === 'code'
    ? {
        template: settings.sms_code_template,
        missing: 'aliyun_code_unset',
        parameters: { code: details.code ?? '' },
      }
    : {
        template: settings.sms_notice_template,
        missing: 'aliyun_notice_unset',
        parameters: { content: body },
      };
}
