import type { Words } from '#shared/i18n/words.ts';
import type { equipment as zh } from '#shared/i18n/zh/equipment/equipment.ts';
import { menu } from '../menu.ts';

export const equipment = {
  title: menu.userequipment,
  hint: 'Assign sites to users or groups, one by one, by region or by project',
  owners: 'Choose a user or a group',
  user_id: 'Users',
  user_group_id: 'Groups',
  find_user_id: 'Find account, name or mobile',
  find_user_group_id: 'Find a group',
  members: 'Members: {{count}}',
  more_owners: '{{total}} in total. Type to search.',
  choose_owner: 'Choose a user or a group first',
  sees_all: 'This user’s role sees all sites. These settings apply only if the role changes.',
  view: 'Grouped by',
  by_region: 'By region',
  by_project: 'By project',
  no_project: 'No project',
  every_place: 'Show regions without sites',
  seen_otherwise: 'already visible',
  effect: 'Result after saving',
  result: 'visible sites',
  way_sites: 'Assigned one by one',
  way_r: 'By region',
  way_p: 'By project',
  way_group: 'From the group “{{name}}”',
  rules_hint: 'Sites added to these regions or projects later are included automatically.',
  gained: 'Will become visible',
  lost: 'Will no longer be visible',
  and_more: 'and {{count}} more',
  discard: 'Discard changes',
  save: 'Save',
  saved: 'Saved. Visible sites: {{count}}.',
  changed_meanwhile:
    'Someone else also changed these assignments. Both changes are kept. Please check the result.',
} satisfies Words<typeof zh>;
