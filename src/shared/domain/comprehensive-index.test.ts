import { describe, expect, test } from 'vitest';
import { airRulesOf } from './air-rules.ts';
import { comprehensiveIndex, periodConcentration } from './comprehensive-index.ts';

const by2012 = airRulesOf('2025-12-31');
const by2026 = airRulesOf('2026-12-31');
const concentrations = { so2: 12, no2: 30, co: 1.2, o3: 168, pm10: 63, pm25: 42 };

describe('what a period is judged by', () => {
  const days = Array.from({ length: 11 }, (_, day) => day);
  test.each([
    ['so2', 5],
    ['no2', 5],
    ['pm10', 5],
    ['pm25', 5],
    ['co', 9.5],
    ['o3', 9],
  ] as const)('of %s: %d', (pollutant, expected) => {
    expect(periodConcentration(pollutant, days)).toBe(expected);
  });

  test('is rounded as it is published', () => {
    expect(periodConcentration('pm25', [34, 35])).toBe(34);
    expect(periodConcentration('co', [1.25])).toBe(1.2);
  });

  test('does not exist without days', () => {
    expect(periodConcentration('so2', [])).toBeNull();
    expect(periodConcentration('o3', [])).toBeNull();
  });
});

describe('the comprehensive index', () => {
  test('is the sum of concentrations over limits', () => {
    expect(comprehensiveIndex(by2012, concentrations)).toEqual({
      // 0.2 + 0.75 + 0.3 + 1.05 + 0.9 + 1.2
      index: 4.4,
      single: { so2: 0.2, no2: 0.75, co: 0.3, o3: 1.05, pm10: 0.9, pm25: 1.2 },
      primary: ['pm25'],
    });
  });

  test('has the limits of its edition', () => {
    expect(comprehensiveIndex(by2026, concentrations)).toMatchObject({
      index: 4.75,
      single: { pm10: 1.05, pm25: 1.4 },
    });
  });

  test('names every pollutant that shares the largest single index', () => {
    expect(comprehensiveIndex(by2012, { ...concentrations, o3: 192 }).primary).toEqual(['o3', 'pm25']);
  });

  test('weighs as the rules say', () => {
    const weighted = { ...by2012, weights: { ...by2012.weights, pm25: 3, no2: 2, o3: 2 } };
    // 4.4 + 2 × 1.2 + 0.75 + 1.05
    expect(comprehensiveIndex(weighted, concentrations).index).toBe(8.6);
  });

  test('has two decimals, halves to even', () => {
    expect(comprehensiveIndex(by2012, { so2: 0, no2: 0, co: 0.5, o3: 0, pm10: 0, pm25: 0 }).index).toBe(0.12);
    expect(comprehensiveIndex(by2012, { so2: 0, no2: 0, co: 1.5, o3: 0, pm10: 0, pm25: 0 }).index).toBe(0.38);
  });

  test('does not exist unless all six are known', () => {
    const { so2: _, ...five } = concentrations;
    expect(comprehensiveIndex(by2012, five)).toMatchObject({ index: null, primary: ['pm25'] });
    expect(comprehensiveIndex(by2012, { ...concentrations, so2: null }).index).toBeNull();
    expect(comprehensiveIndex(by2012, {})).toEqual({ index: null, single: {}, primary: [] });
  });
});
