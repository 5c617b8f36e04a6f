import type { Words } from '../words.ts';
import type { loginConfig as zh } from '../zh/login-config.ts';

export const loginConfig = {
  title: 'Login configuration',
  hint: 'Applies to every account as soon as it is saved',

  section_devices: 'Signed in at once',
  section_lock: 'Wrong passwords',
  section_register: 'Self-registration',

  max_devices: 'Devices per account',
  max_devices_help: 'Beyond this, the device that signed in first is signed out',
  max_failures: 'Wrong tries before locking',
  max_failures_help: 'Counted afresh after each successful sign-in',
  lock_minutes: 'Locked for',
  lock_minutes_help: 'Unlocks by itself; an administrator can unlock sooner under Users',
  register_role_id: 'Role after registering',
  register_role_id_help: 'Choose a role with few permissions',
  register_needs_approval: 'Needs approval',
  register_needs_approval_help: 'When on, a new account can sign in only after approval under Users',

  max_devices_unit: 'devices',
  max_failures_unit: 'tries',
  lock_minutes_unit: 'minutes',
  saved: 'Login configuration saved',
} satisfies Words<typeof zh>;
