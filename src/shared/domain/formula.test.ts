import { expect, test } from 'vitest';
import { factorLabel, printedFormula } from './formula.ts';

test.each([
  ['SO2', 'SO₂'],
  ['PM2.5', 'PM₂.₅'],
  ['PM10', 'PM₁₀'],
  ['NOx', 'NOₓ'],
  ['NH3-N', 'NH₃-N'],
  ['C20H12', 'C₂₀H₁₂'],
  ['Cr(VI)', 'Cr(VI)'],
  ['NO2-', 'NO₂⁻'],
  ['S2-', 'S²⁻'],
  ['SO4 2-', 'SO₄²⁻'],
  ['F-', 'F⁻'],
  ['TSP', 'TSP'],
  ['', ''],
])('%s is printed %s', (formula, printed) => expect(printedFormula(formula)).toBe(printed));

test('a factor is called by its name and its formula, but not by the same twice', () => {
  expect(factorLabel('Ozone', 'O3')).toBe('Ozone O₃');
  expect(factorLabel('PM2.5', 'PM2.5')).toBe('PM₂.₅');
  expect(factorLabel('Air temperature', '')).toBe('Air temperature');
});
