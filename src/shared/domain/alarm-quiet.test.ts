import { expect, test } from 'vitest';
import { quietUntil } from './alarm-quiet.ts';
import { formatTime } from './time.ts';

const at = (clock: string) => new Date(`2026-11-15T${clock}:00+08:00`);
const until = (clock: string, hours: [string, string][]) => {
  const end = quietUntil(at(clock), hours);
  return end && formatTime(end, 'yyyy-MM-dd HH:mm');
};

test('quiet hours over midnight end the next morning', () => {
  const night: [string, string][] = [['22:00', '07:00']];
  expect(until('21:59', night)).toBeUndefined();
  expect(until('22:00', night)).toBe('2026-11-16 07:00');
  expect(until('06:59', night)).toBe('2026-11-15 07:00');
  expect(until('07:00', night)).toBeUndefined();
});

test('windows that follow one another are one, and 24:00 is midnight', () => {
  const hours: [string, string][] = [
    ['20:00', '24:00'],
    ['00:00', '06:00'],
  ];
  expect(until('23:00', hours)).toBe('2026-11-16 06:00');
  expect(until('12:00', [])).toBeUndefined();
});

test('a whole day of quiet does not wait for ever', () => {
  expect(until('12:00', [['00:00', '00:00']])).toBeDefined();
});
