import { expect, test } from 'vitest';
import { factorSeeds } from '#server/features/site-config/factor-seeds.ts';
import { itemsOf, waterFacts, waterItemOfCode, waterItems, waterValues } from './water-items.ts';

test('the standard has 23 items with limits, phosphorus twice', () => {
  expect(waterItems).toHaveLength(24);
  expect(itemsOf('river')).toHaveLength(22);
  expect(itemsOf('lake')).toHaveLength(23);
});

test.each([
  ['w21011', 'tp_river', 'tp_lake'],
  ['w21001', undefined, 'tn_lake'],
  ['w20142', 'hg', 'hg'],
  ['w20111', 'hg', 'hg'],
  ['w01010', undefined, undefined],
])('%s is %s of a river and %s of a lake', (code, river, lake) => {
  expect(waterItemOfCode(code, 'river')).toBe(river);
  expect(waterItemOfCode(code, 'lake')).toBe(lake);
});

test('the factors that a new instance has are in units that can be judged', () => {
  const units = new Map(factorSeeds.map(([, code, , , , , unit]) => [code, unit]));
  for (const code of waterItems.flatMap((item) => waterFacts[item].codes)) {
    const reading = { code, value: 1, unit: units.get(code) ?? 'unknown' };
    expect(Object.keys(waterValues('lake', [reading]))).toEqual([waterItemOfCode(code, 'lake')]);
  }
});

test('values come by item and in its unit', () => {
  const readings = [
    { code: 'w01001', value: 7.1, unit: '无量纲' },
    { code: 'w21011', value: 0.12, unit: 'mg/L' },
    { code: 'w20142', value: 0.05, unit: 'µg/L' },
    { code: 'w02003', value: 900, unit: '个/L' },
    { code: 'w01014', value: 300, unit: 'µS/cm' },
    { code: 'w21003', value: null, unit: 'mg/L' },
    { code: 'w21016', value: 5, unit: '%' },
  ];
  expect(waterValues('river', readings)).toEqual({ ph: 7.1, tp_river: 0.12, hg: 0.000_05, coliform: 900 });
  expect(waterValues('lake', readings)).toMatchObject({ tp_lake: 0.12 });
});

test('an element counts before its total, which counts where the element has no value', () => {
  const total = { code: 'w20122', value: 2, unit: 'mg/L' };
  expect(waterValues('river', [total, { code: 'w20138', value: 1, unit: 'mg/L' }])).toEqual({ cu: 1 });
  expect(waterValues('river', [total, { code: 'w20138', value: null, unit: 'mg/L' }])).toEqual({ cu: 2 });
});
