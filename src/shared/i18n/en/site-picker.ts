import type { Words } from '../words.ts';
import type { sitePicker as zh } from '../zh/site-picker.ts';

export const sitePicker = {
  title: 'Choose sites',
  search: 'Site, place or MN',
  nowhere: 'No region set',
  several: '{{count}} sites: {{name}} …',
  found: 'Sites: {{count}}',
  no_match: 'No site matches',
  no_sites: 'There is no site that you may see',
  select_shown: 'Select all shown',
  clear: 'Clear selection',
} satisfies Words<typeof zh>;
