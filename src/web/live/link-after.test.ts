import { expect, test } from 'vitest';
import type { ReadingEvent } from '#shared/contract/live.ts';
import { linkAfter } from './link-after.ts';

const reading = (received_at: string): ReadingEvent => ({
  topic: 'reading',
  site_id: 1,
  data_type: 'realtime',
  ts: received_at,
  received_at,
  fids: [],
  values: [],
});

test('a site that sends is online from then on', () => {
  const never = { online: false, changed_at: null, last_packet_at: null };
  expect(linkAfter(never, reading('08:00'))).toEqual({
    online: true,
    changed_at: '08:00',
    last_packet_at: '08:00',
  });
});

test('simulated values say nothing of the link', () => {
  const gone = { online: false, changed_at: '07:00', last_packet_at: '06:00' };
  expect(linkAfter(gone, { ...reading('08:00'), simulated: true })).toBe(gone);
});

test('each packet is the last one, unless a later one was heard', () => {
  const link = { online: true, changed_at: '07:00', last_packet_at: '08:00' };
  expect(linkAfter(link, reading('08:01'))).toEqual({ ...link, last_packet_at: '08:01' });
  expect(linkAfter(link, reading('07:59'))).toBe(link);
});

test('what the watchdog says holds', () => {
  const link = { online: true, changed_at: '07:00', last_packet_at: '08:00' };
  const gone = { online: false, changed_at: '08:05', last_packet_at: '08:00' };
  expect(linkAfter(link, { topic: 'link', site_id: 1, ...gone })).toEqual(gone);
});
