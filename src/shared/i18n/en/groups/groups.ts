import type { Words } from '#shared/i18n/words.ts';
import type { userGroups as zh, groupAdmin as zhAdmin } from '#shared/i18n/zh/groups/groups.ts';
import { menu } from '../menu.ts';

export const userGroups = {
  title: menu.usergroups,
  hint: 'Manage groups whose members share sites, a theme and a duty roster',
  what: 'user group',

  user_group_id: 'No.',
  user_group_name: 'Group name',
  theme_id: 'Theme',
  theme_name: 'Theme',
  member_count: 'Members',
  remark: 'Remark',
  version: 'Version',
  updated_at: 'Updated',

  theme_id_help: 'Used for members without their own theme',
  search: 'Group name or remark',
  delete_text: 'Members keep their accounts but lose the sites, theme and shifts of this group.',
  manage: 'Members and duty',
} satisfies Words<typeof zh>;

export const groupAdmin = {
  hint: 'Manage members, inherited sites and theme, and the duty roster',
  pick_group: 'Choose a group',
  find_group: 'Find a group',
  none_yet: 'No user groups yet',
  no_group: 'This group does not exist',
  to_groups: 'Go to “User groups”',
  no_group_hint: 'Choose a group, or add one under “User groups”.',
  tab_members: 'Members',
  tab_sites: 'Inherited sites',
  tab_theme: 'Inherited theme',
  tab_duty: 'Duty roster',

  add_members: 'Choose users to add',
  add: 'Add',
  added: 'Added to the group',
  remove: 'Remove',
  removed: 'Removed from the group',
  remove_title: 'Remove the selected members ({{count}}) from “{{group}}”?',
  remove_text: 'Removed members lose the sites, theme and shifts of this group. Their accounts are kept.',

  set_sites: 'Set sites',
  sites_given: 'Sites: {{total}} ({{sites}} one by one, {{regions}} by region, {{projects}} by project)',
  no_sites: 'Members inherit no sites from this group',
  no_sites_hint: 'Assign sites, regions or projects to the group under “User equipment”.',

  theme_hint:
    'Used for members without their own theme. For members of several groups, the oldest group’s theme is used.',
  no_theme: 'Platform default',
} satisfies Words<typeof zhAdmin>;
