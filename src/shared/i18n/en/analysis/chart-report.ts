import type { Words } from '#shared/i18n/words.ts';
import type { chartReport as zh } from '#shared/i18n/zh/analysis/chart-report.ts';

/** A report composed of charts. */
export const chartReport: Words<typeof zh> = {
  report: 'Report',
  hint: 'Add charts, describe them, then print the report or save it as PDF',
  add: 'Add to report',
  added: 'Added to the report',
  full: 'A report holds at most {{count}} charts. Remove some first',
  back: 'Back to charts',
  clear_question: 'Clear the report?',
  empty: 'The report has no charts yet',
  empty_hint:
    'Click “Add to report” at the top right of a chart. One report can hold charts of all three analysis pages',
  title: 'Report title',
  text: 'Summary and conclusions',
  figure_text: 'Describe this chart',
  move_up: 'Move up',
  move_down: 'Move down',
  remove: 'Remove',
  no_picture: 'This chart is empty',
};
