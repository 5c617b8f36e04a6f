import { randomUUID } from 'node:crypto';
import type { Settings } from '#server/settings/defaults.ts';
import { aliyunForm } from './aliyun.ts';
import { post, postJson } from './post.ts';
import { type Outgoing, type Send, ServiceAway } from './provider.ts';

export const smsViaWebhook: Send = async ({ recipient, kind, body, details }, { sms_webhook_url }) => {
  if (!sms_webhook_url) throw new ServiceAway('no address is set for text messages');
  const message = { mobile: recipient, purpose: kind, text: body, ...details };
  await postJson('the SMS webhook', sms_webhook_url, message);
};

export const smsViaAliyun: Send = async (message, settings) => {
  const { template, parameters } = aliyunTemplate(message, settings);
  const { sms_key_id: keyId, sms_key_secret: keySecret, sms_sign_name: signName } = settings;
  if (!template) throw new ServiceAway(`Aliyun SMS: no template is set for messages of kind ${message.kind}`);
  if (!keyId || !keySecret || !signName) throw new ServiceAway('Aliyun SMS: its key or signature is not set');
  const account = { keyId, keySecret, signName, templateCode: template };
  const form = aliyunForm(account, message.recipient, parameters, randomUUID(), new Date());
  const response = await post('Aliyun SMS', 'https://dysmsapi.aliyuncs.com/', form);
  const answer = (await response.json()) as { Code?: string; Message?: string };
  if (answer.Code !== 'OK') throw new Error(`Aliyun SMS: ${answer.Code} ${answer.Message}`);
};

/** Aliyun takes no free text: codes and notices have an approved template each. */
function aliyunTemplate(
  { kind, body, details }: Outgoing,
  settings: Settings,
): { template: string | null; parameters: Record<string, string> } {
  return kind === 'code'
    ? { template: settings.sms_code_template, parameters: { code: details.code ?? '' } }
    : { template: settings.sms_notice_template, parameters: { content: body } };
}
