import { powers, roles } from '#shared/contract/access/roles.ts';
import { userActions } from '#shared/contract/access/users.ts';
import { projects } from '#shared/contract/site-config/products.ts';
import { shortSites } from '#shared/contract/sites/network.ts';
import { type RowChoices, rowsOf } from '#web/ui/choices.tsx';

/** Columns that reference other rows, shown by name. */
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
