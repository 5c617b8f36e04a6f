import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/home/site-list.ts';

export const siteList = {
  title: 'Sites',
  search: 'Site, region or MN',
  none: 'No matching sites',
  empty: 'You have no sites to view',
  empty_add: 'Add sites in Site management',
  demo_filling: 'Demo data: filling in 400 days of history, newest first',
} satisfies Words<typeof zh.siteList>;
