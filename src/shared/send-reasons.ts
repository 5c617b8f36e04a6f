import { fill, SLOT } from './i18n/fill.ts';
import type { Say } from './i18n/say.ts';

/** The product's own failure reasons of messages, as stored. The words are `messages.reason_…`. */
const sentences = {
  mail_unset: 'the mail server or the sender is not set',
  webhook_unset: 'no address is set for the webhook',
  sms_unset: 'no address is set for text messages',
  aliyun_unset: 'Aliyun SMS: its key or signature is not set',
  aliyun_code_unset: 'Aliyun SMS: no template is set for codes',
  aliyun_notice_unset: 'Aliyun SMS: no template is set for notices',
  webhook_http: 'the webhook answered HTTP {{status}}',
  sms_http: 'the SMS webhook answered HTTP {{status}}',
  aliyun_http: 'Aliyun SMS answered HTTP {{status}}',
  robot_http: 'the robot answered HTTP {{status}}',
  robot_gone: 'the robot is turned off, was deleted, or has no address',
  robot_strange: 'the robot answered something unexpected',
  address_refused: 'the server may not connect to this address',
  silent: 'no answer within {{seconds}} s',
  code_withheld: 'a less privileged account could read codes sent to this number',
  stopped: 'the server stopped while it was sent',
};
export type SendReason = keyof typeof sentences;

export function sendReason(reason: SendReason, slots: Readonly<Record<string, number>> = {}): string {
  return fill(sentences[reason], slots);
}

/** A stored reason in the reader's language; texts of external servers are not translated. */
export function tellReason(say: Say, kept: string): string {
  for (const [reason, sentence] of Object.entries(sentences)) {
    const found = new RegExp(`^${sentence.replace(SLOT, '(?<$1>\\d+)')}$`).exec(kept);
    if (found) return say(`messages.reason_${reason}`, found.groups);
  }
  return kept;
}
