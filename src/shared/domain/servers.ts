/** What a server does: devices connect to it, people ask it, it works for all of them in the background. */
export const everyRole = ['gateway', 'api', 'jobs'] as const;
export type Role = (typeof everyRole)[number];

/** What only one of the servers on a database does at a time. */
export const everyDuty = [
  'rollup',
  'alarms',
  'telling',
  'virtual_data',
  'reports',
  'orders',
  'resupply',
  'meetings',
  'sittings',
  'broker',
  'demo',
] as const;
export type DutyName = (typeof everyDuty)[number];
