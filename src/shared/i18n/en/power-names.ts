import type { Words } from '../words.ts';
import type { powerNames as zhPowers, roleNames as zhRoles } from '../zh/power-names.ts';

export const powerNames = {
  screens: 'Big screen',
  access: 'Users and permissions: actions',
  platform: 'Platform: actions',
  files: 'Files: actions',
  user_read: 'View users',
  user_write: 'Manage users',
  role_read: 'View roles',
  role_write: 'Manage roles',
  power_read: 'View permissions',
  power_write: 'Manage permissions',
  group_read: 'View user groups',
  group_write: 'Manage user groups',
  menu_read: 'View menus',
  menu_write: 'Manage menus',
  theme_read: 'View themes',
  theme_write: 'Manage themes',
  login_limit_read: 'View login configuration',
  login_limit_write: 'Manage login configuration',
  audit_read: 'View the audit log',
  file_write: 'Upload files',
} satisfies Words<typeof zhPowers>;

export const roleNames = {
  super: 'Super administrator',
  administrator: 'Administrator',
  operator: 'Operator',
  auditor: 'Auditor',
  learner: 'Learner',
} satisfies Words<typeof zhRoles>;
