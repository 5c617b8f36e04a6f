import { expect, test } from 'vitest';
import { factorSeeds } from '#server/features/site-config/factor-seeds.ts';
import { inPollutantUnit, pollutantFacts, pollutantOfCode, pollutants } from './pollutants.ts';

test('each pollutant is found by its national code, and nothing else is', () => {
  for (const pollutant of pollutants) expect(pollutantOfCode(pollutantFacts[pollutant].code)).toBe(pollutant);
  expect(pollutantOfCode('a21003')).toBeUndefined();
});

test('the factors that a new instance has are those of the standard, in its units', () => {
  const seeds = new Map(factorSeeds.map(([, code, , , , formula, unit]) => [code, { formula, unit }]));
  for (const { code, formula, unit } of Object.values(pollutantFacts))
    expect(seeds.get(code)).toEqual({ formula, unit });
});

test('concentrations come into the unit of their limits', () => {
  expect(inPollutantUnit('co', 1200, 'µg/m³')).toBe(1.2);
  expect(inPollutantUnit('pm25', 0.035, 'mg/m³')).toBe(35);
  expect(inPollutantUnit('o3', 100, 'ppb')).toBeCloseTo(196.19, 2);
  expect(inPollutantUnit('pm10', 100, 'ppb')).toBeNull();
});
