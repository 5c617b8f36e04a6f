import { powers, roles } from '#shared/contract/access/roles.ts';
import { userActions } from '#shared/contract/access/users.ts';
import { contract } from '#shared/contract/index.ts';
import { projects } from '#shared/contract/site-config/products.ts';
import { shortSites } from '#shared/contract/sites/network.ts';
import { type RowChoices, rowsOf } from '#web/ui/choices.tsx';

/** Tables that are no resource by themselves, and where their columns have their words. */
const others = {
  session: 'users',
  user_notice: 'personal',
  role_power: 'roles',
  login_limit: 'loginConfig',
  water_class: 'waterClasses',
  user_group_member: 'userGroups',
  user_duty: 'duty',
  menu_power: 'menus',
  theme_user: 'themes',
  file: 'files',
  picture: 'files',
  message: 'messages',
  platform_setting: 'platformConfig',
  platform_secret: 'platformConfig',
  agreement_code: 'agreements',
  device_factor: 'components',
  push_secret: 'pushSecret',
  unregistered_device: 'unregistered',
  held_packet: 'heldPackets',
  report_file: 'reportFiles',
  history_import: 'historyImports',
  user_site: 'users',
  group_site: 'userGroups',
  user_region: 'users',
  group_region: 'userGroups',
  user_project: 'users',
  group_project: 'userGroups',
};

function isResource(part: object): part is { table: string; name: string } {
  return 'table' in part && 'name' in part;
}

/** Tables whose writes are kept, and where their columns have their words: those of every resource, and the others. */
const entities: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(contract)
      .flatMap((parts): object[] => Object.values(parts))
      .filter(isResource)
      .map(({ table, name }) => [table, name]),
  ),
  ...others,
};

export const auditEntities = Object.keys(entities);

export function wordsOf(entity: string): string {
  return entities[entity] ?? entity;
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
