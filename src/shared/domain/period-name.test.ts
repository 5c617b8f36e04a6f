import { expect, test } from 'vitest';
import { hourName, periodCustom } from './period-name.ts';

const at = (clock: string) => new Date(`2026-11-15T${clock}:00+08:00`);

test('an hour of air is called by its end, and the last one of the day is 24:00', () => {
  expect(hourName(at('07:00'), periodCustom('air'))).toBe('08:00');
  expect(hourName(at('23:00'), periodCustom('mobile'))).toBe('24:00');
});

test('an hour of water is called by its start', () => {
  expect(hourName(at('07:00'), periodCustom('water'))).toBe('07:00');
  expect(hourName(at('00:00'), periodCustom('water'))).toBe('00:00');
});
