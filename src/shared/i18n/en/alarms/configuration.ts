import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/alarms/configuration.ts';

export const alarmConfig = {
  hint: 'Set alarm types, recipients, channels, message templates and maintenance windows',
  tab_kinds: 'Types',
  tab_recipients: 'Recipients',
  tab_robots: 'Chat robots',
  tab_templates: 'Templates',
  tab_telling: 'Escalation and quiet hours',
  tab_maintenance: 'Maintenance',
} satisfies Words<typeof zh.alarmConfig>;
