import { expect, test } from 'vitest';
import { type Beat, Pulse } from './pulse.ts';

const beat = (seconds: number, stored: number, lag = 0): Beat => ({
  at: seconds * 1000,
  stored,
  cpu_seconds: seconds / 4,
  loop_lag_seconds: lag,
});

test('a rate is of the last minute, whatever came before', () => {
  const pulse = new Pulse();
  for (let at = 0; at <= 120; at += 10) pulse.add(beat(at, at <= 60 ? at * 100 : 6000 + (at - 60)));
  expect(pulse.rates(beat(125, 6065))).toEqual({ packets_per_minute: 60, cpu_part: 0.25 });
  expect(pulse.recent().slice(4, 8)).toEqual([6000, 6000, 60, 60]);
});

test('in the first moments there is none, and then one of what there is', () => {
  const pulse = new Pulse();
  expect(pulse.rates(beat(0, 0))).toEqual({ packets_per_minute: null, cpu_part: null });
  pulse.add(beat(0, 0));
  expect(pulse.rates(beat(3, 10)).packets_per_minute).toBeNull();
  expect(pulse.rates(beat(30, 10)).packets_per_minute).toBe(20);
});

test('a moment of slowness is told for a minute', () => {
  const pulse = new Pulse();
  pulse.add(beat(0, 0, 0.5));
  pulse.add(beat(10, 0, 0.01));
  expect(pulse.loopLag(beat(60, 0, 0.02))).toBe(0.5);
  expect(pulse.loopLag(beat(70, 0, 0.02))).toBe(0.02);
});

test('ten minutes are kept', () => {
  const pulse = new Pulse();
  for (let at = 0; at <= 3600; at += 10) pulse.add(beat(at, at));
  expect(pulse.recent()).toHaveLength(60);
});
