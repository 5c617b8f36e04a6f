import type { Words } from '#shared/i18n/words.ts';
import type { firstSteps as zh } from '#shared/i18n/zh/home/first-steps.ts';

export const firstSteps = {
  title: 'Getting started',
  progress: '{{done}} of {{total}} done',
  dismiss: 'Do not show again',
  dismissed: 'Checklist hidden',
  password: 'Change the initial password',
  title_step: 'Set the platform name and logo',
  mail: 'Set up SMS or e-mail',
  mail_hint: 'Sends verification codes and alarm notifications',
  product_line: 'Add a product line',
  site: 'Add the first site',
  packet: 'Receive the first packet',
  packet_waiting: 'Waiting for a data logger to connect…',
  packet_heard: 'Packet from {{mn}} received {{at}}',
  adopt: 'Create site',
  gateway: 'Address for data loggers',
  gateway_hint: 'Enter it in the data logger; protocol HJ 212 (TCP)',
  gateway_tls: 'Encrypted (TLS) port {{port}}',
  gateway_guess:
    'Taken from your browser. If devices reach the server under another address, set it in Platform configuration.',
  gateway_local:
    'Data loggers cannot reach this local address. Set one that they can reach in Platform configuration.',
  copy: 'Copy',
  go: 'Set up',
} satisfies Words<typeof zh>;
