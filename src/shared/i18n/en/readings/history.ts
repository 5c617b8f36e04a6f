import type { Words } from '#shared/i18n/words.ts';
import type { history as zh } from '#shared/i18n/zh/readings/history.ts';

export const history = {
  hint: 'What was measured, by site, factor, data type and time',
  sites: 'Sites',
  site: 'Site',
  pick_sites: 'Choose sites',
  factors: 'Factors',
  virtual:
    'Virtual data is on for some of these sites: what they show is simulated, not measured, and exported files say so.',
  no_site: 'No site chosen yet',
  no_site_hint: 'Choose one or more sites to see what they measured.',
  no_factor: 'These sites have no factors',
  no_factor_hint: 'Set up their factors, or wait for their first data.',
  custom_end: 'Air hours are named by their end',
  custom_start: 'Water hours are named by their start',

  chart: 'Chart',
  chart_of: 'Chart of {{names}}',
  draw: 'Drag across a time to look closer',
  reduced: 'Drawn by lowest and highest values; drag across a time to see every value',
  whole: 'Whole time',
  png: 'Save as a picture',
  png_span: '{{from}} to {{to}}',
  limit: 'Class 2 limits',
  class_limit: '{{class}} limits',

  figures: 'Statistics',
  figures_hint: 'Mean, extremes and percentile are of valid values only',
  count: 'Values',
  rate: 'Valid',
  rate_hint:
    'Valid values as a share of expected values; for minute data, expected by the interval of the values received',
  mean: 'Mean',
  min: 'Min',
  max: 'Max',
  p95: '95th pct.',

  table: 'Table',
  over_limit: 'Over its limit of {{limit}}',
  off_class: 'Does not meet the limit of {{class}}: {{bound}}',
  besides: 'More columns',
  beside_avg: 'Mean',
  beside_min: 'Min',
  beside_max: 'Max',
  beside_flag: 'Flag',
  beside_rate: 'Valid %',
} satisfies Words<typeof zh>;
