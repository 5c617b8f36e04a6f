import type { Words } from '#shared/i18n/words.ts';
import type { history as zh } from '#shared/i18n/zh/readings/history.ts';

export const history = {
  hint: 'Query measurements by site, factor, data type and time',
  sites: 'Sites',
  site: 'Site',
  pick_sites: 'Select sites',
  factors: 'Factors',
  virtual:
    'Virtual data is on for some of these sites: their values are simulated, not measured. Exported files say so.',
  no_site: 'No site selected',
  no_site_hint: 'Select one or more sites to see their data.',
  no_factor: 'These sites have no factors',
  no_factor_hint: 'Set up factors for these sites, or wait for their first data.',
  custom_end: 'Air: hours labelled by end time',
  custom_start: 'Water: hours labelled by start time',

  chart: 'Chart',
  chart_of: 'Chart of {{names}}',
  draw: 'Drag to zoom',
  reduced: 'Drawn from lowest and highest values; drag to zoom and see every value',
  whole: 'Reset zoom',
  png: 'Save as image',
  png_span: '{{from}} to {{to}}',
  limit: 'Class 2 limits',
  class_limit: '{{class}} limits',

  figures: 'Statistics',
  figures_hint: 'Statistics use valid values only',
  count: 'Values',
  rate: 'Valid',
  rate_hint:
    'Valid values as a share of expected values. For minute data, the expected number follows the device’s reporting interval.',
  mean: 'Mean',
  min: 'Min',
  max: 'Max',
  p95: '95th pct.',

  table: 'Table',
  over_limit: 'Over the limit of {{limit}}',
  off_class: 'Does not meet the limit of {{class}}: {{bound}}',
  besides: 'More columns',
  beside_avg: 'Mean',
  beside_min: 'Min',
  beside_max: 'Max',
  beside_flag: 'Flag',
  beside_rate: 'Valid %',
} satisfies Words<typeof zh>;
