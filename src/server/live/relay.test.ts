import { expect, test } from 'vitest';
import type { LiveEvent, ReadingEvent } from '#shared/contract/live.ts';
import { noticesOf } from './relay.ts';

const reading = (site_id: number, factors: number): ReadingEvent => ({
  topic: 'reading',
  site_id,
  data_type: 'realtime',
  ts: '2026-11-15T00:00:00.000Z',
  received_at: '2026-11-15T00:00:01.000Z',
  fids: Array.from({ length: factors }, (_, i) => i + 1),
  values: Array.from({ length: factors }, (_, i) => i + 0.123456),
  flags: Array.from({ length: factors }, () => '站'),
});
const read = (notices: string[]) => notices.flatMap((notice) => JSON.parse(notice) as LiveEvent[]);

test('events travel in as few notices as the database takes, in their order', () => {
  const events = Array.from({ length: 100 }, (_, i) => reading(i, 5));
  const notices = noticesOf(events, 7000);
  expect(notices.every((notice) => Buffer.byteLength(notice) <= 7000)).toBe(true);
  expect(notices.length).toBeLessThan(6);
  expect(read(notices)).toEqual(events);
});

test('a reading too large for one notice comes in parts of the same period, nothing lost', () => {
  const notices = noticesOf([reading(1, 800)], 7000);
  expect(notices.every((notice) => Buffer.byteLength(notice) <= 7000)).toBe(true);
  const parts = read(notices) as ReadingEvent[];
  expect(parts.flatMap(({ fids }) => fids)).toEqual(reading(1, 800).fids);
  expect(parts.flatMap(({ values }) => values)).toEqual(reading(1, 800).values);
  expect(parts.every(({ fids, flags }) => fids.length === flags?.length)).toBe(true);
});
