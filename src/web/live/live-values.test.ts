import { expect, test } from 'vitest';
import type { ReadingEvent } from '#shared/contract/live.ts';
import { type NewPoints, newestOf, withEvents } from './live-values.ts';

const at = (minute: number) => `2026-11-15T08:0${minute}:00.000Z`;

function event(minute: number, values: number[], more: Partial<ReadingEvent> = {}): ReadingEvent {
  return {
    topic: 'reading',
    site_id: 7,
    data_type: 'realtime',
    ts: at(minute),
    received_at: at(minute),
    fids: values.map((_, i) => i + 1),
    values,
    ...more,
  };
}

const none: NewPoints = new Map();
const hear = (...events: ReadingEvent[]) => withEvents(none, events, 7, 'realtime');

test('values of other sites and data types are not for this page', () => {
  expect(hear(event(1, [5], { site_id: 8 }), event(1, [5], { data_type: 'hour' }))).toBe(none);
});

test('values of a factor are kept in the order of their time, whatever the order they came in', () => {
  const heard = hear(event(2, [20]), event(1, [10]), event(3, [30]));
  expect(heard.get(1)?.map(({ value }) => value)).toEqual([10, 20, 30]);
});

test('a value that is sent again replaces the first', () => {
  const heard = hear(event(1, [10, 1]), event(1, [11], { flags: ['D'] }));
  expect(heard.get(1)).toEqual([{ ts: at(1), value: 11, flag: 'D' }]);
  expect(heard.get(2)).toHaveLength(1);
});

test('a late packet does not replace what is newer on screen', () => {
  const asked = { ts: at(2), value: 20, flag: '', unit: 'ppm' };
  expect(newestOf(asked, hear(event(1, [10])).get(1))).toBe(asked);
  expect(newestOf(asked, hear(event(3, [30])).get(1))).toEqual({
    ts: at(3),
    value: 30,
    flag: '',
    unit: 'ppm',
  });
  expect(newestOf(asked, undefined)).toBe(asked);
});
