import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/home/site-list.ts';

export const siteList = {
  title: 'Sites',
  search: 'Site, place or MN',
  none: 'No site matches',
  empty: 'There is no site that you may see',
  empty_add: 'Add sites in site management',
  demo_filling: 'Demo data: filling in 400 days of history, newest first',
} satisfies Words<typeof zh.siteList>;
