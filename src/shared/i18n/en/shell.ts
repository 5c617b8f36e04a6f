import type { Words } from '../words.ts';
import type { shell as zh } from '../zh/shell.ts';

export const shell = {
  home: 'Home',
  main_menu: 'Main navigation',
  side_menu: 'Side navigation',
  breadcrumb: 'Where you are',
  skip_to_content: 'Skip to content',
  expand_menu: 'Expand menu',
  collapse_menu: 'Collapse menu',
  menu_failed: 'The menu could not be loaded',

  tabs: 'Open pages',
  close_tab: 'Close “{{name}}”',
  close_others: 'Close other pages',
  close_all: 'Close all pages',
  tab_actions: 'Page actions',

  jump: 'Jump to',
  jump_placeholder: 'Search pages and sites by name, path or MN',
  jump_none: 'Nothing found for “{{keyword}}”',
  jump_none_hint: 'Try another name, or only its first letters',
  jump_keys: '↑ ↓ to choose, Enter to open, Esc to close',
  jump_results: 'Pages and sites',

  messages: 'Messages',
  messages_unread: 'Messages, {{count}} unread',
  messages_empty: 'No messages',
  messages_empty_hint: 'Messages about alarms, work orders and reports appear here',

  user_menu: 'User menu',
  account: 'Account',
  role: 'Role',
  change_password: 'Change password',
  change_password_hint: 'You will have to sign in again, here and on your other devices.',
  old_password: 'Old password',
  new_password: 'New password',
  new_password_again: 'Confirm new password',
  password_changed: 'Password changed. Please sign in again.',
  theme_system: 'System',

  personal_title: 'Personal center',
  personal_hint: 'Your details, devices, notifications, language and theme',
  personal_data: 'Your details',
  personal_preferences: 'Preferences',
  personal_security: 'Security',
  personal_security_hint: 'Change your password from time to time, and use it nowhere else.',
  preferences_hint: 'For this browser only.',
  real_name: 'Real name',
  mobile: 'Mobile number',

  not_built_named: '{{name}} is not built yet',
} satisfies Words<typeof zh>;
