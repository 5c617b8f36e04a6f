import type { Words } from '../words.ts';
import type { sitePicker as zh } from '../zh/site-picker.ts';

export const sitePicker = {
  title: 'Select sites',
  search: 'Site, region or MN',
  favourite: 'Favourites',
  recent: 'Recently viewed',
  nowhere: 'No region set',
  several: '{{count}} sites: {{name}} …',
  found: 'Sites: {{count}}',
  no_match: 'No matching sites',
  no_sites: 'You have no sites to view',
  select_shown: 'Select all shown',
  clear: 'Clear selection',
} satisfies Words<typeof zh>;
