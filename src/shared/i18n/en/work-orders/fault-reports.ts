import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/work-orders/fault-reports.ts';

export const faultReport = {
  title: 'Report a fault',
  intro: 'You are reporting a fault at “{{site}}”',
  description: 'What happened?',
  description_hint: 'For example: smoke, an unlocked door, a leaking pipe',
  contact: 'Phone number (optional)',
  photo: 'Photo (optional)',
  add_photo: 'Take or choose a photo',
  remove_photo: 'Remove photo',
  send: 'Send',
  sending: 'Sending…',
  thanks: 'Received, thank you!',
  thanks_hint: 'Report number {{number}}. Staff will look into it soon.',
  again: 'Report another',
  gone: 'This code is no longer valid',
  gone_hint: 'Please contact the staff of the station.',
  photo_failed: 'This photo cannot be read',
} satisfies Words<typeof zh.faultReport>;
