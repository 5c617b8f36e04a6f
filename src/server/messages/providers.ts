import type { Settings } from '#server/settings/defaults.ts';
import { emailViaSmtp } from './email.ts';
import type { Lane, Send } from './provider.ts';
import { viaRobot } from './robot.ts';
import { smsViaAliyun, smsViaWebhook } from './sms.ts';
import { viaWebhook } from './webhook.ts';

/** Nothing is sent: the message is stored, and shown on the message page. */
const keep: Send = async ({ kind, recipient, details: { code } }, _settings, { config, log }) => {
  // Nobody has a phone in the demo: the code is printed in the terminal.
  if (kind === 'code' && config.demo)
    log.warn({ mobile: recipient, code }, `SMS code for ${recipient}: ${code}`);
};

const providers = {
  sms: { outbox: keep, webhook: smsViaWebhook, aliyun: smsViaAliyun },
  email: { outbox: keep, smtp: emailViaSmtp },
  webhook: { outbox: keep, webhook: viaWebhook },
} as const;

/** The configured provider of a channel, with its name. */
export function providerOf(lane: Lane, settings: Settings): { provider: string; send: Send } {
  // Each robot has its own address, so there is nothing to choose.
  if (lane === 'robot') return { provider: lane, send: viaRobot };
  const provider = settings[`${lane}_provider`];
  const sends: Record<string, Send> = providers[lane];
  return { provider, send: sends[provider] ?? keep };
}
