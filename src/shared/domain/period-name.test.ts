import { expect, test } from 'vitest';
import { hourName, periodCustom, periodName } from './period-name.ts';

const at = (clock: string) => new Date(`2026-11-15T${clock}:00+08:00`);

test('an hour of air is called by its end, and the last one of the day is 24:00', () => {
  expect(hourName(at('07:00'), periodCustom('air'))).toBe('08:00');
  expect(hourName(at('23:00'), periodCustom('mobile'))).toBe('24:00');
});

test('an hour of water is called by its start', () => {
  expect(hourName(at('07:00'), periodCustom('water'))).toBe('07:00');
  expect(hourName(at('00:00'), periodCustom('water'))).toBe('00:00');
});

test('a period is called as finely as it lasts', () => {
  const names = (['realtime', 'minute', 'hour', 'day', 'month'] as const).map((period) =>
    periodName(at('23:00'), period, 'end'),
  );
  expect(names).toEqual([
    '2026-11-15 23:00:00',
    '2026-11-15 23:00',
    '2026-11-15 24:00',
    '2026-11-15',
    '2026-11',
  ]);
});
