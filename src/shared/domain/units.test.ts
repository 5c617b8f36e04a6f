import { expect, test } from 'vitest';
import { inUnit } from './units.ts';

test.each([
  [50, 'µg/L', 'mg/L', 0.05],
  [0.05, 'µg/L', 'mg/L', 0.000_05],
  [1.2, 'mg/m³', 'µg/m³', 1200],
  [0.07, 'mg/m³', 'µg/m³', 70],
  [3500, 'ng/m³', 'µg/m³', 3.5],
  [35, 'ug/m3', 'µg/m³', 35],
  [35, 'μg/m³', 'mg/m³', 0.035],
  [7, 'mg/L', 'mg/L', 7],
  [21, '°C', '°C', 21],
])('%d %s in %s is %d', (value, from, to, expected) => expect(inUnit(value, from, to)).toBe(expected));

test.each([
  ['O3', 47.998, 1.962],
  ['NO2', 46.006, 1.88],
  ['SO2', 64.066, 2.619],
  ['CO', 28.01, 1.145],
])('1 ppb of %s (%d g/mol) is %d µg/m³, and 1 ppm as many mg/m³', (_, molarMass, expected) => {
  expect(inUnit(1, 'ppb', 'µg/m³', molarMass)).toBeCloseTo(expected, 3);
  expect(inUnit(1, 'ppm', 'mg/m³', molarMass)).toBeCloseTo(expected, 3);
  expect(inUnit(1, 'ppb', 'mg/m³', molarMass)).toBeCloseTo(expected / 1000, 6);
});

test.each([
  ['mg/L', 'mg/m³'],
  ['ppb', 'µg/m³'],
  ['°C', 'mg/L'],
  ['', 'mg/L'],
  ['mg/L', 'count/L'],
])('%s cannot be told in %s', (from, to) => expect(inUnit(1, from, to)).toBeNull());
