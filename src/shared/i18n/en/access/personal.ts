import type { Words } from '#shared/i18n/words.ts';
import type { personal as zh } from '#shared/i18n/zh/access/personal.ts';

export const personal = {
  avatar: 'Portrait',

  devices: 'Signed-in devices',
  devices_hint: 'If you do not recognise a device, sign it out and change your password.',
  this_device: 'This device',
  device_since: '{{ip}}, signed in {{since}}, last seen {{seen}}',
  sign_out_there: 'Sign out',
  sign_out_title: 'Sign out on “{{name}}”?',
  sign_out_text: 'Unsaved work on that device is lost, and it must sign in again.',
  signed_out: 'Signed out on that device',
  sign_out_others: 'Sign out everywhere else',
  sign_out_others_title: 'Sign out everywhere else ({{count}})?',
  sign_out_others_text: 'Only this device stays signed in. Unsaved work on the others is lost.',
  signed_out_others: 'Signed out everywhere else',

  notices: 'Notifications',
  notices_hint: 'Choose your notifications and channels.',
  in_app: 'In the platform',
  by_sms: 'Text message',
  by_email: 'E-mail',
  kind_alarm: 'Alarms',
  kind_order: 'Work orders',
  kind_report: 'Reports',
  kind_meeting: 'Meetings',
  kind_platform: 'Platform',
  set_notices: 'Save notifications',
  email: 'E-mail address',
} satisfies Words<typeof zh>;
