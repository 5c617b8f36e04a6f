import type { Words } from '#shared/i18n/words.ts';
import type { menus as zh, menuPowers as zhPowers } from '#shared/i18n/zh/access/menus.ts';

export const menus = {
  title: 'Menu list',
  hint: 'Drag, use the arrows or Alt+↑↓ to change the order. Hiding only leaves a page out of the menu: its permissions stay',
  what: 'menu entry',

  menu_id: 'No.',
  path: 'Path',
  parent_id: 'Parent no.',
  menu_name: 'Name (Chinese)',
  menu_name_en: 'Name (English)',
  icon: 'Icon',
  sort: 'Order',
  hidden: 'Hidden',
  power_ids: 'Permissions asked for',
  version: 'Version',
  updated_at: 'Updated',

  alone: 'On its own',
  hidden_help: 'It can still be opened by its address, by those who are permitted to',
  menu_name_en_help: 'English pages show the product’s own name where empty',
  icon_default: 'The product’s own icon',
  drag: 'Drag “{{name}}”',
  hide_entry: 'Hide “{{name}}”',
  show_entry: 'Show “{{name}}”',
  edit_entry: 'Edit “{{name}}”',
} satisfies Words<typeof zh>;

export const menuPowers = {
  title: 'Menu permissions',
  hint: 'An entry can ask for other permissions besides that of its page',
  pick_entry: 'Choose an entry',
  find_entry: 'Find by name or path',
  count: '{{count}}',
  asks_for: 'Besides the permission of its page, any one of these: {{names}}',
  asks_for_none: 'Nothing more: the permission of its page is enough',
  saved: 'Menu permissions saved',
} satisfies Words<typeof zhPowers>;
