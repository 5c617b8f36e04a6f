import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/packets/unregistered.ts';

export const unregistered = {
  title: 'Unregistered devices',
  hint: 'Create sites for devices that send data but are not registered',
  mn: 'MN number',
  first_at: 'First packet',
  last_at: 'Last packet',
  packets: 'Packets',
  remote: 'Peer',
  st: 'System',
  cn: 'Command',
  cn_name: 'Command name',
  cn_name_en: 'Command name (English)',
  last_packet: 'Latest packet',
  dismissed: 'Status',
  dismissed_false: 'Waiting',
  dismissed_true: 'Dismissed',
  search: 'MN or peer',
  adopt: 'Create site',
  adopt_title: 'Create a site for “{{mn}}”?',
  adopt_text:
    'The MN becomes the site name. Type and protocol are detected from the packets. Complete the details later in site management.',
  adopted: 'Site created. Data are stored from now on.',
  pw: 'Device password',
  pw_several:
    'Packets with different passwords were received under this MN; another device may be misusing it. Select the password of the real device, or leave it unchecked for now.',
  pw_heard: 'Packets: {{packets}} · last {{time}} · from {{remote}}',
  pw_heard_nowhere: 'Packets: {{packets}} · last {{time}}',
  pw_unchecked: 'Do not check the password',
  pw_unchecked_hint:
    'Any device that knows the MN can report for this site. The site is marked “Password not checked”.',
  pw_without: 'Packets without a password: {{packets}} · last {{time}}',
  dismiss: 'Dismiss',
  dismissed_done: 'Dismissed. The device is no longer shown.',
  restore: 'Show again',
} satisfies Words<typeof zh.unregistered>;
