import type { Words } from '#shared/i18n/words.ts';
import type { packetsPage as zh } from '#shared/i18n/zh/packets/packets-page.ts';

export const packetsPage = {
  tab_packets: 'Packets',
  stranger: 'Unregistered device',
  news: 'New packets: {{count}}',
  news_more: 'New packets: more than {{count}}',
  unregistered: 'Unregistered devices sending data: {{count}}.',
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
  frames: '{{count}} packets; click one to decode it',
  unstored_verdict: 'Decoded values (not stored: check failed)',
  unstored_wrong_pw: 'Decoded values (not stored: wrong password)',
  unstored_stranger: 'Decoded values (not stored: unregistered device, raw packet only)',
  unstored_time: 'Decoded values (not stored: no usable time)',
  unstored_database: 'Decoded values (not stored: rejected by the database)',
  stored_under: 'stored with time {{time}}',
  code: 'Code',
  range: 'Min – max',
  adopt_hint:
    'Check the type and protocol, which were detected from the packets. Add the location and other details later in site management.',
} satisfies Words<typeof zh>;
