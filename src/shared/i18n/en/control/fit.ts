import type * as zh from '#shared/i18n/zh/control/fit.ts';

export const siteFit: Record<keyof typeof zh.siteFit, string> = {
  title: 'K and B from a fit',
  hint: 'Least-squares fit of hourly values to a reference site: reference = K × site + B. Invalid, zero and constant values are excluded.',
  reference: 'Reference site',
  choose_reference: 'Select a reference site',
  sites: 'Sites',
  choose_sites: 'Select sites',
  factors: 'Factors',
  span: 'Time',
  choose_hint: 'Select a reference site, sites, factors and a time to see the fit',
  take: 'Use {{count}}',
  rmse: 'RMSE',
  wanted: 'New K / B',
  note: 'Note',
  fitted: 'Fitted',
  course: 'hourly comparison',
  reason: 'Compared with {{name}} over {{days}} days, R² ≥ {{r2}}',
  why_few_hours: 'Fewer than 24 hours',
  why_weak: 'R² below 0.6',
  why_kb_unknown: 'Read the device’s K and B first',
  why_k_limits: 'K outside 0.1–10',
  changed: 'K/B changed at {{at}}',
  changed_hint:
    'Choose a shorter time. K and B changed within this time, so values before and after cannot be fitted together.',
  reference_id: 'Reference site',
  site_ids: 'Sites',
  component_ids: 'Factors',
  from: 'Start',
  to: 'End',
  use_in_platform: 'Use in the platform',
};

export const kbImport: Record<keyof typeof zh.kbImport, string> = {
  title: 'Import K and B from a spreadsheet',
  what: 'K and B',
  mn: 'MN',
  site_name: 'Site name',
  component_id: 'Factor',
  k: 'K',
  b: 'B',
  take: 'Preview and send {{count}}',
};
