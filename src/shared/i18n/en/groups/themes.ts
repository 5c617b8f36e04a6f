import type { Words } from '#shared/i18n/words.ts';
import type { themes as zh } from '#shared/i18n/zh/groups/themes.ts';

export const themes = {
  title: 'Theme configuration',
  hint: 'Platform title, logo, accent and map style, for users or user groups',
  what: 'theme',

  theme_id: 'No.',
  theme_name: 'Theme name',
  platform_title: 'Platform title',
  logo: 'Logo',
  accent: 'Accent',
  map_style: 'Map style',
  map_style_general: 'General',
  map_style_satellite: 'Satellite',
  map_style_dark: 'Dark',
  user_count: 'Users',
  group_count: 'Groups',
  version: 'Version',
  updated_at: 'Updated',

  platform_title_help: 'In the header and on the browser tab; the platform’s own where empty',
  logo_help: 'PNG, JPEG or WebP, shown at the height of the header',
  accent_help: 'The colour of buttons, links and what is chosen; the platform’s own where empty',
  search: 'Theme name or platform title',
  delete_text: 'Users and groups with this theme go back to the platform’s own look.',
  preview: 'Preview',
  default_accent: 'Platform default',

  users: 'Users',
  users_of: 'Users of “{{name}}”',
  users_hint:
    'A user has one theme: whoever is added here leaves their last one. Users without a theme of their own have their group’s.',
  pick_users: 'Choose users',
  add_users: 'Add',
  users_added: 'They now have this theme',
  remove_user: 'Take the theme from {{name}}',
  user_removed: 'Back to the default or the group’s theme',
  no_users: 'Nobody uses this theme yet',
} satisfies Words<typeof zh>;
