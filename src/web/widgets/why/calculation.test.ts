import { expect, test } from 'vitest';
import { calculation } from './calculation.ts';

test('an index is written out with the breakpoints of its edition', () => {
  const day = { figure: 'pm25_24h', concentration: 75 } as const;
  expect(calculation('2026', 'day', { ...day, iaqi: 114 })).toBe(
    '(150 − 100) ÷ (115 − 60) × (75 − 60) + 100 = 113.64 → 114',
  );
  expect(calculation('2012', 'day', { ...day, iaqi: 100 })).toBe(
    '(100 − 50) ÷ (75 − 35) × (75 − 35) + 50 = 100',
  );
});

test('the particles of an hour are looked up in the column of the day', () => {
  const hour = { figure: 'pm25_1h', concentration: 35, iaqi: 50 } as const;
  expect(calculation('2026', 'hour', hour)).toBe('(50 − 0) ÷ (35 − 0) × (35 − 0) + 0 = 50');
  expect(calculation('2012', 'hour', { ...hour, iaqi: null })).toBeUndefined();
});

test('what is whole but for arithmetic is not rounded', () => {
  const day = { figure: 'co_24h', concentration: 2.2, iaqi: 55 } as const;
  expect(calculation('2026', 'day', day)).toBe('(100 − 50) ÷ (4 − 2) × (2.2 − 2) + 50 = 55');
});

test('beyond the last breakpoint there is nothing to interpolate', () => {
  const beyond = { figure: 'pm25_24h', concentration: 600, iaqi: 500 } as const;
  expect(calculation('2026', 'day', beyond)).toBeUndefined();
});
