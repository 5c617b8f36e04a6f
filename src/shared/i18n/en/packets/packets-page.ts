import type { Words } from '#shared/i18n/words.ts';
import type { packetsPage as zh } from '#shared/i18n/zh/packets/packets-page.ts';

export const packetsPage = {
  tab_packets: 'Packets',
  stranger: 'Not a site yet',
  news: 'New packets: {{count}}',
  news_more: 'New packets: more than {{count}}',
  unregistered: 'Devices that are sending but are not sites yet: {{count}}.',
  unregistered_show: 'Show',
  paste: 'Decode a pasted packet',
  paste_placeholder: '##0101QN=…;ST=22;CN=2011;PW=…;MN=…;Flag=5;CP=&&DataTime=…&&1C40',
  copy: 'Copy packet',
  part_length: 'Length',
  part_header: 'Header',
  part_content: 'Content',
  part_crc: 'CRC',
  encoding_ascii: 'ASCII',
  encoding_gbk: 'GBK',
  encoding_unknown: 'Not recognised',
  'encoding_utf-8': 'UTF-8',
  deviations: 'Deviations from the standard: {{count}}',
  frames: '{{count}} packets; click one to see it explained',
  unstored_verdict: 'Values read (the check failed: not stored)',
  unstored_wrong_pw: 'Values read (wrong password: not stored)',
  unstored_stranger: 'Values read (from a device that was no site: kept as a raw packet only, not stored)',
  unstored_time: 'Values read (no usable time: not stored)',
  unstored_database: 'Values read (the database could not take them: not stored)',
  stored_under: 'stored under {{time}}',
  code: 'Code',
  range: 'Min – max',
  adopt_hint:
    'Type and protocol are filled in as its packets tell; change them if you know better. The rest follows under site management.',
} satisfies Words<typeof zh>;
