import type { Words } from '#shared/i18n/words.ts';
import type { loginConfig as zh } from '#shared/i18n/zh/access/login-config.ts';

export const loginConfig = {
  title: 'Login configuration',
  hint: 'Applies to every account as soon as it is saved',

  section_devices: 'Signed in at once',
  section_lock: 'Wrong passwords',
  section_register: 'Self-registration',
  section_codes: 'Verification codes',

  limits_locked: 'Applies to all accounts; only administrators who see all sites can change it.',
  max_devices: 'Devices per account',
  max_devices_help: 'Beyond this, the device that signed in first is signed out',
  max_failures: 'Wrong tries before locking',
  max_failures_help:
    'Counted by account and address; only that address is locked. Devices used before are not affected by others.',
  lock_minutes: 'Locked for',
  lock_minutes_help:
    'Doubles with each further lock, up to a day; an administrator can unlock sooner under Users',
  one_answer: 'Hide whether an account exists',
  one_answer_help: 'When on, an unknown account and a wrong password get the same answer',
  register_role_id: 'Role after registering',
  register_role_id_help: 'Choose a role with few permissions',
  register_needs_approval: 'Needs approval',
  register_needs_approval_help: 'When on, a new account can sign in only after approval under Users',

  codes_per_number: 'Per mobile number and day',
  codes_per_address: 'Per address and day',
  codes_per_address_help: 'People of one office may share an address',
  codes_per_day: 'In total per day',
  codes_per_day_help: 'Super administrators are notified when it is used up; it starts again at midnight',

  codes_per_number_unit: 'codes',
  codes_per_address_unit: 'codes',
  codes_per_day_unit: 'codes',
  max_devices_unit: 'devices',
  max_failures_unit: 'tries',
  lock_minutes_unit: 'minutes',
  saved: 'Login configuration saved',
} satisfies Words<typeof zh>;
