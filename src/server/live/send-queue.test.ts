import { expect, test } from 'vitest';
import type { AlarmEvent, ReadingEvent, SummedEvent } from '#shared/contract/live.ts';
import { SendQueue } from './send-queue.ts';

const reading = (
  site_id: number,
  minute: number,
  values: Record<number, number> = { 1: 1 },
): ReadingEvent => ({
  topic: 'reading',
  site_id,
  data_type: 'minute',
  ts: new Date(minute * 60_000).toISOString(),
  received_at: new Date(minute * 60_000).toISOString(),
  fids: Object.keys(values).map(Number),
  values: Object.values(values),
});

test('every period waits, so that a chart gets every point', () => {
  const queue = new SendQueue();
  queue.add(reading(1, 1), 1);
  queue.add(reading(1, 2), 2);
  expect(queue.drain()).toMatchObject({ seq: 2, events: [{ site_id: 1 }, { site_id: 1 }] });
  expect(queue.drain().events).toEqual([]);
});

test('parts of a split packet become one event', () => {
  const queue = new SendQueue();
  queue.add(reading(1, 1, { 1: 10, 2: 20 }), 1);
  queue.add({ ...reading(1, 1, { 3: 30 }), flags: ['D'] }, 2);
  expect(queue.drain().events).toMatchObject([
    { fids: [3, 1, 2], values: [30, 10, 20], flags: ['D', '', ''] },
  ]);
});

test('if a period was simulated and then measured, only the measured values are sent', () => {
  const made: ReadingEvent = { ...reading(1, 1, { 1: 10, 2: 20 }), simulated: true };
  const queue = new SendQueue();
  queue.add(made, 1);
  queue.add(reading(1, 1, { 1: 11 }), 2);
  queue.add(made, 3);
  expect(queue.drain().events).toEqual([reading(1, 1, { 1: 11 })]);
});

test('a month that is summed right after its day does not hide it', () => {
  const summed = (level: 'day' | 'month', ts: string, site_id = 1): SummedEvent => ({
    ...{ topic: 'summed', site_id, level, ts },
  });
  const queue = new SendQueue();
  queue.add(summed('day', '2026-07-03T16:00:00.000Z'), 1);
  queue.add(summed('day', '2026-07-01T16:00:00.000Z'), 2);
  queue.add(summed('day', '2026-07-02T16:00:00.000Z'), 3);
  queue.add(summed('month', '2026-06-30T16:00:00.000Z'), 4);
  queue.add(summed('day', '2026-07-09T16:00:00.000Z', 2), 5);
  expect(queue.drain().events).toEqual([
    { ...summed('day', '2026-07-01T16:00:00.000Z'), last: '2026-07-03T16:00:00.000Z' },
    summed('month', '2026-06-30T16:00:00.000Z'),
    summed('day', '2026-07-09T16:00:00.000Z', 2),
  ]);
});

test('a browser that takes nothing for hours costs one event per site and type', () => {
  const queue = new SendQueue();
  for (let minute = 0; minute < 600; minute++) {
    for (let site = 1; site <= 50; site++) queue.add(reading(site, minute), minute * 50 + site);
  }
  expect(queue.size).toBeLessThanOrEqual(2050);
  const { events, seq } = queue.drain();
  expect(seq).toBe(599 * 50 + 50);
  for (let site = 1; site <= 50; site++) {
    expect(events).toContainEqual(reading(site, 599));
  }
});

test('only the last step of an alarm is sent, besides those of other alarms of its site', () => {
  const step = (alarm_id: number, did: AlarmEvent['did']): AlarmEvent => ({
    ...{ topic: 'alarm', site_id: 1, alarm_id, did, level: 'alarm', family: 'measurement' },
  });
  const queue = new SendQueue();
  queue.add(step(1, 'raised'), 1);
  queue.add(step(2, 'raised'), 2);
  queue.add(step(1, 'acknowledged'), 3);
  expect(queue.drain().events).toEqual([step(1, 'acknowledged'), step(2, 'raised')]);
});
