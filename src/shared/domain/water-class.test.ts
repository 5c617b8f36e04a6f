import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { waterClass, waterClasses } from './water-class.ts';
import { limitedClasses, type WaterItem, waterFacts, waterItems } from './water-items.ts';

/** GB 3838-2002, table 1: the limits of I … V. */
const limits: [WaterItem, ...number[]][] = [
  ['codmn', 2, 4, 6, 10, 15],
  ['cod', 15, 15, 20, 30, 40],
  ['bod5', 3, 3, 4, 6, 10],
  ['nh3n', 0.15, 0.5, 1.0, 1.5, 2.0],
  ['tp_river', 0.02, 0.1, 0.2, 0.3, 0.4],
  ['tp_lake', 0.01, 0.025, 0.05, 0.1, 0.2],
  ['tn_lake', 0.2, 0.5, 1.0, 1.5, 2.0],
  ['cu', 0.01, 1.0, 1.0, 1.0, 1.0],
  ['zn', 0.05, 1.0, 1.0, 2.0, 2.0],
  ['f', 1.0, 1.0, 1.0, 1.5, 1.5],
  ['se', 0.01, 0.01, 0.01, 0.02, 0.02],
  ['as', 0.05, 0.05, 0.05, 0.1, 0.1],
  ['hg', 0.000_05, 0.000_05, 0.0001, 0.001, 0.001],
  ['cd', 0.001, 0.005, 0.005, 0.005, 0.01],
  ['cr6', 0.01, 0.05, 0.05, 0.05, 0.1],
  ['pb', 0.01, 0.01, 0.05, 0.05, 0.1],
  ['cn', 0.005, 0.05, 0.2, 0.2, 0.2],
  ['phenol', 0.002, 0.002, 0.005, 0.01, 0.1],
  ['oil', 0.05, 0.05, 0.05, 0.5, 1.0],
  ['las', 0.2, 0.2, 0.2, 0.3, 0.3],
  ['s', 0.05, 0.1, 0.2, 0.5, 1.0],
  ['coliform', 200, 2000, 10_000, 20_000, 40_000],
];

describe.each(limits)('%s', (item, ...ofClasses) => {
  test('at a limit is of the best class that has it, and just above it of the next that has a higher one', () => {
    for (const limit of ofClasses) {
      expect(waterClass(item, limit)).toBe(ofClasses.indexOf(limit) + 1);
      expect(waterClass(item, limit * 1.000_01)).toBe(ofClasses.lastIndexOf(limit) + 2);
    }
  });

  test('at a limit is so out of a real column and out of a sum too', () => {
    for (const limit of ofClasses) {
      const itsClass = ofClasses.indexOf(limit) + 1;
      expect(waterClass(item, Math.fround(limit))).toBe(itsClass);
      expect(waterClass(item, (limit * 1.1 * 10) / 11)).toBe(itsClass);
    }
  });

  test('of nothing is of the best class', () => expect(waterClass(item, 0)).toBe(1));
});

test('every item but pH and oxygen stands in the table', () => {
  const tested = new Set<WaterItem>(['ph', 'do', ...limits.map(([item]) => item)]);
  expect(waterItems.filter((item) => !tested.has(item))).toEqual([]);
});

test.each([
  [12, 1],
  [7.5, 1],
  [7.49, 2],
  [7.4, 2],
  [6, 2],
  [5.99, 3],
  [5, 3],
  [4.99, 4],
  [3, 4],
  [2.99, 5],
  [2, 5],
  [1.99, 6],
  [0, 6],
])('oxygen of %d mg/L is of class %i', (value, expected) => expect(waterClass('do', value)).toBe(expected));

test.each([
  [6, 1],
  [7, 1],
  [9, 1],
  [Math.fround(9), 1],
  [5.99, 6],
  [9.01, 6],
  [0, 6],
  [14, 6],
])('a pH of %d is of class %i', (value, expected) => expect(waterClass('ph', value)).toBe(expected));

test.each([-0.1, Number.NaN, Number.POSITIVE_INFINITY])('%d is of no class', (value) => {
  for (const item of waterItems) expect(waterClass(item, value)).toBeNull();
});

test('more pollution is never of a better class', () => {
  const item = fc.constantFrom(...limits.map(([item]) => item));
  fc.assert(
    fc.property(
      item,
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (item, a, b) => {
        const scale = waterFacts[item].bounds[5][1];
        const [low, high] = [Math.min(a, b) * scale, Math.max(a, b) * scale];
        expect(waterClass(item, low)).toBeLessThanOrEqual(waterClass(item, high) ?? 0);
      },
    ),
  );
});

test('the state of the water gets worse class by class', () => {
  expect([...limitedClasses, 6 as const].map((each) => waterClasses[each].status)).toEqual([
    'excellent',
    'excellent',
    'good',
    'light',
    'moderate',
    'heavy',
  ]);
});
