import { powers, roles } from '#shared/contract/access/roles.ts';
import { userActions } from '#shared/contract/access/users.ts';
import { projects } from '#shared/contract/site-config/products.ts';
import { shortSites } from '#shared/contract/sites/network.ts';
import { type RowChoices, rowsOf } from '#web/ui/choices.tsx';

/** Tables whose writes are kept, and where their columns have their words. */
const entities = {
  session: 'users',
  user_account: 'users',
  user_notice: 'personal',
  role: 'roles',
  power: 'powers',
  role_power: 'roles',
  login_limit: 'loginConfig',
  water_class: 'waterClasses',
  user_group: 'userGroups',
  user_group_member: 'userGroups',
  user_duty: 'duty',
  menu: 'menus',
  menu_power: 'menus',
  theme: 'themes',
  theme_user: 'themes',
  file: 'files',
  app_project: 'appProjects',
  app_file: 'appFiles',
  picture: 'files',
  product_version: 'versions',
  bug: 'bugs',
  message: 'messages',
  platform_setting: 'platformConfig',
  platform_secret: 'platformConfig',
  site: 'sites',
  alarm_rule: 'alarmRules',
  product_line: 'products',
  project: 'projects',
  component: 'components',
  agreement: 'agreements',
  agreement_code: 'agreements',
  device_factor: 'components',
  push_secret: 'pushSecret',
  basin: 'basins',
  block: 'blocks',
  data_type: 'dataTypes',
  unregistered_device: 'unregistered',
  held_packet: 'heldPackets',
  report_schedule: 'reportSchedules',
  report_file: 'reportFiles',
  history_import: 'historyImports',
  user_site: 'users',
  group_site: 'userGroups',
  user_region: 'users',
  group_region: 'userGroups',
  user_project: 'users',
  group_project: 'userGroups',
};

export const auditEntities = Object.keys(entities);

export function wordsOf(entity: string): string {
  return entities[entity as keyof typeof entities] ?? entity;
}

/** Columns that hold numbers of other rows: people read the names. */
export const references: Readonly<Record<string, RowChoices>> = {
  role_id: rowsOf(roles, 'role_name'),
  register_role_id: rowsOf(roles, 'role_name'),
  power_id: rowsOf(powers, 'power_name'),
  project_id: rowsOf(projects, 'project_name'),
  site_id: rowsOf({ list: shortSites.list, id: 'site_id' }, 'site_name'),
  reported_by: rowsOf({ list: userActions.other, id: 'user_id' }, 'real_name'),
  repaired_by: rowsOf({ list: userActions.other, id: 'user_id' }, 'real_name'),
  entered_by: rowsOf({ list: userActions.other, id: 'user_id' }, 'real_name'),
  user_id: rowsOf({ list: userActions.other, id: 'user_id' }, 'real_name'),
};

export const people = rowsOf({ list: userActions.other, id: 'account' }, 'real_name');
