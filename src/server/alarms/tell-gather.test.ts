import { expect, test } from 'vitest';
import { type DueGroup, isReady, isStorm } from './tell-gather.ts';

const by = { storm_count: 5, storm_minutes: 2, gather_seconds: 5 };
const group = (more: Partial<DueGroup> = {}): DueGroup => ({
  ...{ event: 'raised', kind: 'offline', sites: 1, recent: 1, oldest: 0, newest: 0 },
  ...more,
});
const readyAt = (one: DueGroup, all: DueGroup[] = [one]) =>
  Array.from({ length: 200 }, (_, second) => second).find((second) => isReady(one, all, second * 1000, by));

test('a single alarm waits a few seconds for company', () => {
  expect(readyAt(group())).toBe(5);
});

test('many of one city are told once no more come', () => {
  const storm = group({ sites: 14, recent: 14, newest: 20_000 });
  expect(isStorm(storm, by)).toBe(true);
  expect(readyAt(storm)).toBe(25);
});

test('while many of its kind come elsewhere, one waits with them', () => {
  const [few, many] = [group({ sites: 2, recent: 2 }), group({ sites: 300, recent: 300, newest: 30_000 })];
  expect(isStorm(few, by)).toBe(false);
  expect(readyAt(few, [few, many])).toBe(35);
  expect(readyAt(few, [few, { ...many, kind: 'zero' }])).toBe(5);
});

test('nobody waits longer than the window, however many still come', () => {
  const endless = group({ sites: 50, recent: 50, newest: 1_000_000 });
  expect(readyAt(endless)).toBe(120);
});

test('alarms after a storm message wait for the whole window', () => {
  const follower = group({ sites: 1, recent: 9 });
  expect(isStorm(follower, by)).toBe(true);
  expect(readyAt(follower)).toBe(120);
});
