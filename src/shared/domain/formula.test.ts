import { expect, test } from 'vitest';
import { printedFormula } from './formula.ts';

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
