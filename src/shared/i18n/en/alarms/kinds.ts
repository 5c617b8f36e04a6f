import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/alarms/kinds.ts';

export const kindWords = {
  kind_over_standard: 'Over limit',
  kind_offline: 'Offline',
  kind_missing: 'Missing data',
  kind_constant: 'Constant value',
  kind_zero: 'Zero or negative',
  kind_jump: 'Sudden jump',
  kind_pair: 'Implausible pair',
  kind_flag: 'Invalid data flag',
  kind_fault: 'Instrument fault',
  kind_door: 'Door open',
  kind_low_power: 'Low voltage',
  kind_clock_drift: 'Clock drift',
  kind_disk: 'Low disk space',
} satisfies Words<typeof zh.kindWords>;

export const levelWords = { level_warning: 'Warning', level_alarm: 'Alarm' } satisfies Words<
  typeof zh.levelWords
>;
export const familyWords = {
  family_measurement: 'Measurement',
  family_instrument: 'Instrument and link',
} satisfies Words<typeof zh.familyWords>;

export const alarmKindSettings = {
  title: 'Alarm kinds',
  hint: 'Turn kinds on or off, set their level and parameters. A site’s setting overrides its product line’s, which overrides the network’s',
  what: 'alarm kind setting',
  search: 'Site, product line or remark',
  kind_id: 'Number',
  kind: 'Kind',
  ...kindWords,
  scope: 'Scope',
  scope_network: 'Whole network',
  scope_product: 'Product line',
  scope_site: 'Site',
  product_id: 'Product line',
  product_name: 'Product line',
  site_id: 'Site',
  site_name: 'Site',
  mn: 'MN',
  enabled: 'On',
  enabled_true: 'On',
  enabled_false: 'Off',
  level: 'Level',
  ...levelWords,
  params: 'Parameters',
  remark: 'Remark',
  version: 'Version',
  updated_at: 'Changed',
} satisfies Words<typeof zh.alarmKindSettings>;
