import type { Words } from '#shared/i18n/words.ts';
import type { menus as zh, menuPowers as zhPowers } from '#shared/i18n/zh/access/menus.ts';
import { menu } from '../menu.ts';

export const menus = {
  title: menu.menus,
  hint: 'Drag, or use the arrows or Alt+↑↓, to change the order. Hidden pages keep their permissions',
  what: 'menu entry',

  menu_id: 'No.',
  path: 'Path',
  parent_id: 'Parent no.',
  menu_name: 'Name (Chinese)',
  syllables: 'Pinyin',
  menu_name_en: 'Name (English)',
  icon: 'Icon',
  sort: 'Order',
  hidden: 'Hidden',
  power_ids: 'Extra permissions',
  version: 'Version',
  updated_at: 'Updated',

  alone: 'No group',
  hidden_help: 'Users with permission can still open the page by its address',
  menu_name_en_help: 'Leave empty to use the default name',
  icon_default: 'Default icon',
  drag: 'Drag “{{name}}”',
  hide_entry: 'Hide “{{name}}”',
  show_entry: 'Show “{{name}}”',
  edit_entry: 'Edit “{{name}}”',
} satisfies Words<typeof zh>;

export const menuPowers = {
  hint: 'Require extra permissions for a menu entry, in addition to the page permission',
  pick_entry: 'Choose an entry',
  find_entry: 'Find by name or path',
  count: '{{count}}',
  asks_for: 'Requires the page permission and any one of: {{names}}',
  asks_for_none: 'Requires the page permission only',
  saved: 'Menu permissions saved',
} satisfies Words<typeof zhPowers>;
