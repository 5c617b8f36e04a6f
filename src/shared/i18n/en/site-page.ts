import type { Words } from '../words.ts';
import type { siteList as zhList, sitePage as zhPage } from '../zh/site-page.ts';

export const sitePage = {
  tab_realtime: 'Real-time',
  tab_measured: 'Measured data',
  tab_info: 'Site info',
  tab_log: 'Parameter and status log',

  unknown: 'There is no site with the MN “{{mn}}”',
  unknown_hint: 'It may have been deleted, or the MN is misspelt (capitals matter).',
  refused: 'You may not see this site',
  refused_hint: 'The site “{{mn}}” is not among yours. An administrator can add it.',

  online_for: 'Online for {{time}}',
  offline_for: 'Offline for {{time}}',
  never_heard: 'Never heard of',
  last_packet: 'Last packet',
  packets: 'Raw packets',
  on_map: 'Show on a map',
  copy_mn: 'Copy the MN',
  copied: 'MN copied',

  virtual: 'Virtual data',
  virtual_text:
    'Virtual data is on for this site: what you see is simulated, not measured, and is left out of reports, rankings, alarms and exports.',

  live_open: 'Live',
  live_connecting: 'Reconnecting…',
  live_off: 'Not connected',
  data_type: 'Data type',
  data_type_realtime: 'Real-time',
  data_type_minute: 'Minute',
  data_type_hour: 'Hour',
  data_type_day: 'Day',
  factor: 'Factor',
  value: 'Value',
  unit: 'Unit',
  flag: 'Flag',
  flag_unknown: 'Unknown flag {{flag}}: left out of statistics',
  flag_hint: '{{flag}}: {{meaning}}; left out of statistics',
  time: 'Time',
  course_realtime: 'Last hour',
  course_minute: 'Last 24 hours',
  course_hour: 'Last 24 hours',
  course_day: 'Last 30 days',
  course_of: '{{name}}, {{span}}: lowest {{low}}, highest {{high}}',
  course_none: '{{name}}, {{span}}: no data',
  no_values: 'No data of this kind yet',
  no_values_hint: 'Values appear here as soon as the first packet of the site arrives.',

  range: 'Time range',
  custom_end: 'Hours are named by their end: 08:00 means 07:00–08:00, and 24:00 belongs to the same day',
  custom_start: 'Hours are named by their start: 08:00 means 08:00–09:00',
  no_rows: 'No data in this time',
  no_rows_hint: 'Try another time or data type.',
  poor: 'Too few valid values: left out of statistics',
  origin_s: 'Resupplied',
  origin_m: 'Typed in by hand',
  origin_r: 'Reviewed',
  origin_d: 'Sent by the device',
  origin_n: 'Computed from minutes',
  origin_t: 'Computed from real-time values',
  origin_h: 'Computed from hours',

  info_place: 'Place',
  info_device: 'Device and communication',
  info_water: 'Water body',
  info_other: 'Other',
} satisfies Words<typeof zhPage>;

export const siteList = {
  title: 'Sites',
  search: 'Site name or MN',
  count: '{{online}} of {{count}} online',
  none: 'No site matches',
  empty: 'There is no site that you may see',
  more: '{{count}} more sites: type to find one',
} satisfies Words<typeof zhList>;
