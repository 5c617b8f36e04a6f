import { powers, roles } from '#shared/contract/access/roles.ts';
import { userActions } from '#shared/contract/access/users.ts';
import { projects } from '#shared/contract/site-config/products.ts';
import { shortSites } from '#shared/contract/sites/network.ts';
import { type RowChoices, rowsOf } from '#web/ui/choices.tsx';

const person = rowsOf({ list: userActions.other, id: 'user_id' }, 'real_name');

/** Columns that reference other rows, shown by name. */
export const references: Readonly<Record<string, RowChoices>> = {
  role_id: rowsOf(roles, 'role_name'),
  register_role_id: rowsOf(roles, 'role_name'),
  power_id: rowsOf(powers, 'power_name'),
  project_id: rowsOf(projects, 'project_name'),
  site_id: rowsOf({ list: shortSites.list, id: 'site_id' }, 'site_name'),
  site_ids: rowsOf({ list: shortSites.list, id: 'site_id' }, 'site_name'),
  reported_by: person,
  repaired_by: person,
  entered_by: person,
  user_id: person,
  assignee_id: person,
  made_by: person,
  appointer_id: person,
};

export const people = rowsOf({ list: userActions.other, id: 'account' }, 'real_name');
