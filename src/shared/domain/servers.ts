/** Roles of a server: device connections, the API, background work. */
export const everyRole = ['gateway', 'api', 'jobs'] as const;
export type Role = (typeof everyRole)[number];

/** Work that only one server per database does at a time. */
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
