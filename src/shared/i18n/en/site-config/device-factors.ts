import type { Words } from '#shared/i18n/words.ts';
import type { deviceFactors as zh } from '#shared/i18n/zh/site-config/device-factors.ts';
import { menu } from '../menu.ts';

export const deviceFactors = {
  title: menu.devicefactors,
  hint: 'Set the factors that a site measures, with order, decimals, range and correction',
  site: 'Site',
  pick_site: 'Select a site',
  pick_site_first: 'Select a site first',
  pick_site_hint: 'Then set the factors that it measures.',
  factor: 'Factor',
  unit: 'Unit',
  decimals: 'Decimals',
  range_min: 'Range from',
  range_max: 'Range to',
  k: 'Slope K',
  b: 'Intercept B',
  interval_seconds: 'Interval (s)',
  interval_hint:
    'Enter an interval only for factors that are not measured at the interval of the site, such as 14400 for every 4 hours. The expected number of values depends on it.',
  kb_hint: 'Stored value = packet value × K + B; applies to new data after saving',
  unlimited: 'no limit',
  line: '{{column}}: {{name}}',
  drag: 'Drag “{{name}}” to change the order',
  remove: 'Remove “{{name}}”',
  add: 'Add factor',
  copy: 'Copy from another site',
  copied: 'Factors copied from “{{name}}”: {{count}}, without K and B. Save to apply.',
  none: 'This site has no factors yet',
  none_hint: 'Add factors or copy them from another site. Data of other factors are still stored and shown.',
  count: 'Factors: {{count}}',
  discard: 'Discard changes',
  save: 'Save factors',
  history: 'Change history',
  merged: 'Someone else has just changed this site',
  merged_factors: 'They changed: {{names}}. Your changes are kept; check them and save again.',
  merged_none: 'They did not change any factors. You can save again.',
} satisfies Words<typeof zh>;
