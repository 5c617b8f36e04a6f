import type { Words } from '#shared/i18n/words.ts';
import type { themes as zh } from '#shared/i18n/zh/groups/themes.ts';
import { menu } from '../menu.ts';

export const themes = {
  title: menu.themeconfig,
  hint: 'Set the platform title, logo, accent colour and map style. A theme takes effect once users or user groups are assigned to it',
  what: 'theme',

  theme_id: 'No.',
  theme_name: 'Theme name',
  platform_title: 'Platform title',
  logo: 'Logo',
  accent: 'Accent colour',
  map_style: 'Map style',
  map_style_general: 'General',
  map_style_satellite: 'Satellite',
  map_style_dark: 'Dark',
  user_count: 'Users',
  group_count: 'Groups',
  version: 'Version',
  updated_at: 'Updated',

  platform_title_help: 'Shown in the header and browser tab. Leave empty for the platform default',
  logo_help: 'Upload a PNG, JPEG or WebP image. It is scaled to the header height',
  accent_help: 'Colour of buttons, links and selected items. Leave empty for the platform default',
  search: 'Theme name or platform title',
  delete_text: 'Users and groups with this theme go back to the platform default.',
  preview: 'Preview',
  default_accent: 'Platform default',

  users: 'Users',
  users_of: 'Users of “{{name}}”',
  users_hint:
    'Each user has one theme; adding a user here replaces their current theme. Users without their own theme use their group’s theme.',
  pick_users: 'Choose users',
  add_users: 'Add',
  users_added: 'Theme applied',
  remove_user: 'Remove the theme from {{name}}',
  user_removed: 'Default or group theme restored',
  no_users: 'Nobody uses this theme yet',
} satisfies Words<typeof zh>;
