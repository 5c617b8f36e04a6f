import type { Words } from '#shared/i18n/words.ts';
import type { powers as zh } from '#shared/i18n/zh/access/powers.ts';
import { menu } from '../menu.ts';

export const powers = {
  title: menu.permissions,
  hint: 'Manage permission groups, pages and actions; assign them to roles under “Role permissions”',
  what: 'permission',

  power_id: 'No.',
  power_name: 'Name',
  power_name_en: 'English name',
  power_code: 'Code',
  type: 'Type',
  type_1: 'Group',
  type_2: 'Page',
  type_3: 'Action',
  power_url: 'Page address',
  parent_id: 'Group',
  parent_name: 'Group',
  parent_name_en: 'Group (English)',
  sort: 'Order',
  built_in: 'Origin',
  built_in_true: 'Built in',
  built_in_false: 'Custom',
  remark: 'Remark',
  version: 'Version',
  updated_at: 'Updated',

  power_code_help: 'Use letters, digits and . _ - only',
  power_url_help: 'For pages, e.g. /userconfigs/users',
  search: 'Name, code or page address',
  holders: 'Show users',
  holders_title: 'Users with “{{name}}”',
  holders_roles: 'Roles',
  holders_users: 'Users ({{count}})',
  holders_users_none: 'No active user has this permission',
  holders_users_locked: 'You do not have permission to view users',
  holders_more: '{{count}} more',
  delete_text: 'Roles with this permission also lose it. This cannot be undone.',
} satisfies Words<typeof zh>;
