import type { Words } from '#shared/i18n/words.ts';
import type { userGroups as zh, groupAdmin as zhAdmin } from '#shared/i18n/zh/groups/groups.ts';

export const userGroups = {
  title: 'User groups',
  hint: 'Members share the group’s sites, theme and duty roster',
  what: 'user group',

  user_group_id: 'No.',
  user_group_name: 'Group name',
  theme_id: 'Theme',
  theme_name: 'Theme',
  member_count: 'Members',
  remark: 'Remark',
  version: 'Version',
  updated_at: 'Updated',

  theme_id_help: 'For members without a theme of their own',
  search: 'Group name or remark',
  delete_text: 'Members keep their accounts, but lose the sites, theme and duties they have from this group.',
  manage: 'Members and duty',
} satisfies Words<typeof zh>;

export const groupAdmin = {
  title: 'User group management',
  hint: 'Members, the sites and theme they inherit, and the duty roster',
  pick_group: 'Choose a group',
  find_group: 'Find a group',
  none_yet: 'There is no user group yet',
  no_group: 'There is no such group',
  to_groups: 'Go to “User groups”',
  no_group_hint: 'Choose one first, or add one on the page “User groups”.',
  tab_members: 'Members',
  tab_sites: 'Inherited sites',
  tab_theme: 'Inherited theme',
  tab_duty: 'Duty roster',

  add_members: 'Choose users to add',
  add: 'Add',
  added: 'Added to the group',
  remove: 'Remove',
  removed: 'Removed from the group',
  remove_title: 'Remove {{count}} from “{{group}}”?',
  remove_text: 'They lose the sites and theme of this group and their duties. Their accounts stay.',

  set_sites: 'Set sites',
  sites_given: '{{total}} sites: {{sites}} given one by one, {{regions}} by region, {{projects}} by project',
  no_sites: 'Members inherit no sites from this group',
  no_sites_hint: 'Give sites, regions or projects to the group on the page “User equipment”.',

  theme_hint:
    'For members without a theme of their own. Of several groups, the one that was made first counts.',
  no_theme: 'Platform default',
} satisfies Words<typeof zhAdmin>;
