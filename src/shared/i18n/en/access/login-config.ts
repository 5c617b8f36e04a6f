import type { Words } from '#shared/i18n/words.ts';
import type { loginConfig as zh } from '#shared/i18n/zh/access/login-config.ts';

export const loginConfig = {
  hint: 'Set sign-in limits for all accounts, effective as soon as saved',

  section_devices: 'Signed-in devices',
  section_lock: 'Wrong passwords',
  section_register: 'Self-registration',
  section_codes: 'Verification codes',

  limits_locked: 'These limits apply to all accounts. Only administrators who see all sites can change them.',
  max_devices: 'Devices per account',
  max_devices_help: 'When exceeded, the earliest device is signed out',
  max_failures: 'Wrong attempts before locking',
  max_failures_help:
    'Counted per account and IP address. Only that address is locked; devices used before are not affected.',
  lock_minutes: 'Lock duration',
  lock_minutes_help:
    'Doubles with each further lock, up to one day. An administrator can unlock earlier under Users',
  one_answer: 'Hide whether an account exists',
  one_answer_help: 'When on, an unknown account and a wrong password show the same message',
  section_password: 'Password rules',
  password_min: 'Minimum length',
  password_min_unit: 'characters',
  password_kinds: 'Kinds of characters',
  password_kinds_unit: 'kinds',
  password_kinds_help:
    'How many of lowercase letters, uppercase letters, digits and other characters are required',
  password_not_account: 'Must not contain the account or mobile number',
  password_days: 'Valid for',
  password_days_unit: 'days',
  password_days_help: 'An expired password must be changed at the next sign-in. 0 means it never expires',
  password_history: 'Must differ from the last',
  password_history_unit: 'passwords',
  password_history_help: '0 turns this check off',
  register_open: 'Allow self-registration',
  register_open_help: 'The sign-in page offers it only when an SMS service is set up',
  register_role_id: 'Role after registering',
  register_role_id_help: 'Choose a role with few permissions',
  register_needs_approval: 'Needs approval',
  register_needs_approval_help: 'When on, a new account can sign in only after approval under Users',

  codes_per_number: 'Per mobile number and day',
  codes_per_address: 'Per IP address and day',
  codes_per_address_help: 'People in one office may share an IP address',
  codes_per_day: 'In total per day',
  codes_per_day_help: 'Super administrators are notified when the limit is reached. It resets at midnight',

  codes_per_number_unit: 'codes',
  codes_per_address_unit: 'codes',
  codes_per_day_unit: 'codes',
  max_devices_unit: 'devices',
  max_failures_unit: 'attempts',
  lock_minutes_unit: 'minutes',
  saved: 'Login configuration saved',
} satisfies Words<typeof zh>;
