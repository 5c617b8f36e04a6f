import type { inUse as zh } from '#shared/i18n/zh/in-use.ts';

export const inUse: Record<keyof typeof zh, string> = {
  site: 'Used by sites ({{count}}): {{names}}',
  user_account: 'Users with it ({{count}}): {{names}}',
  menu: 'Menu entries under it ({{count}}): {{names}}',
  power: 'Permissions under it ({{count}}): {{names}}',
  component: 'Factors calculated from it ({{count}}): {{names}}',
  app_file: 'Installers of it ({{count}}): {{names}}',
  meeting_room: 'Meeting rooms in it ({{count}}): {{names}}',
  meeting: 'Meetings in it ({{count}}): {{names}}',
  work_order: 'Work orders of it ({{count}}): {{names}}',
  order_plan: 'Plans that use it ({{count}}): {{names}}',
};
