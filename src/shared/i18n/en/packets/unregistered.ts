import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/packets/unregistered.ts';

export const unregistered = {
  title: 'Unregistered devices',
  hint: 'Devices that report but are no sites yet; one click makes them sites',
  mn: 'MN number',
  first_at: 'First heard',
  last_at: 'Last heard',
  packets: 'Packets',
  remote: 'Peer',
  st: 'System',
  cn: 'Command',
  cn_name: 'Command name',
  cn_name_en: 'Command name (English)',
  last_packet: 'Last packet',
  dismissed: 'Handling',
  dismissed_false: 'Waiting',
  dismissed_true: 'Dismissed',
  search: 'MN or peer',
  adopt: 'Make it a site',
  adopt_title: 'Make “{{mn}}” a site?',
  adopt_text:
    'It is named by its MN; type and protocol are taken from its packets. The rest can be filled in under Sites.',
  adopted: 'Made a site; its data is stored from now on',
  pw: 'Device password',
  pw_several:
    'Packets with different passwords were received under this MN; another device may be misusing it. Select the password of the real device, or leave it unchecked for now.',
  pw_heard: 'Packets: {{packets}} · last {{time}} · from {{remote}}',
  pw_heard_nowhere: 'Packets: {{packets}} · last {{time}}',
  pw_unchecked: 'Do not check the password',
  pw_unchecked_hint:
    'Any device that knows the MN can report for this site. The site is marked “PW not checked”.',
  pw_without: 'Packets without a password: {{packets}} · last {{time}}',
  dismiss: 'Dismiss',
  dismissed_done: 'Dismissed; not shown any more',
  restore: 'Show again',
} satisfies Words<typeof zh.unregistered>;
