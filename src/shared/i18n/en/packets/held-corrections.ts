import type { Words } from '#shared/i18n/words.ts';
import type { heldCorrections as zh } from '#shared/i18n/zh/packets/held-corrections.ts';

export const heldCorrections = {
  title: 'Time corrections',
  hint: 'Packets stored with a corrected time. Undo restores the earlier values and returns the packets to waiting.',
  correction_id: 'Number',
  site_id: 'Site',
  site_name: 'Site',
  mn: 'MN',
  reason: 'Reason',
  reason_future_time: 'Time in the future',
  reason_too_old: 'Time too old',
  shift_seconds: 'Correction',
  packets: 'Packets',
  ts_from: 'First corrected time',
  ts_to: 'Last corrected time',
  taken_at: 'Stored at',
  taken_by: 'Stored by',
  state: 'State',
  state_done: 'Stored',
  state_undone: 'Undone',
  undone_at: 'Undone at',
  undone_by: 'Undone by',
  kept: 'Values kept by undo',
  can_undo: 'Can be undone',
  undo: 'Undo',
  undo_title: 'Undo the time correction of “{{name}}”?',
  undo_text:
    'The values of these packets ({{count}}) are removed and the packets wait again. Values changed since then are kept.',
  undone: 'Undone. Packets waiting again: {{count}}',
  undone_kept:
    'Undone. Packets waiting again: {{count}}. Values changed since the correction and kept: {{kept}}',
  cannot_undo: 'A correction can be undone for 90 days, as long as its packets are kept',
} satisfies Words<typeof zh>;
