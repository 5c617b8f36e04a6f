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
  dismiss: 'Dismiss',
  dismissed_done: 'Dismissed; not shown any more',
  restore: 'Show again',
} satisfies Words<typeof zh.unregistered>;
