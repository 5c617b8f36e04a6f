import { expect, test } from 'vitest';
import { compositeWaterIndex, waterIndex } from './water-index.ts';
import type { LimitedClass, WaterItem } from './water-items.ts';

test.each<[WaterItem, number, LimitedClass, number | null, number | null]>([
  ['codmn', 6, 3, null, 1],
  ['codmn', 3, 3, null, 0.5],
  ['codmn', 9, 2, null, 2.25],
  ['nh3n', Math.fround(0.15), 1, null, 1],
  ['ph', 7, 3, null, 0],
  ['ph', 6, 3, null, 1],
  ['ph', 5.5, 3, null, 1.5],
  ['ph', 9, 3, null, 1],
  ['ph', 9.5, 3, null, 1.25],
  // Saturation at 20 °C: 468 / 51.6 = 9.07 mg/L.
  ['do', 5, 3, 20, 1],
  ['do', 9.069_767_44, 3, 20, 0],
  ['do', 2.5, 3, 20, 5.5],
  ['do', 2.5, 3, null, 5.5],
  ['do', 0, 3, 20, 10],
  ['do', 6, 3, null, null],
  ['do', 20, 3, 20, 1],
  ['do', 8, 1, 35, 1],
  ['codmn', -1, 3, null, null],
  ['codmn', Number.NaN, 3, null, null],
])('%s of %d against class %i at %s °C: %s', (item, value, target, temperature, expected) => {
  const index = waterIndex(item, value, target, temperature);
  if (expected === null) expect(index).toBeNull();
  else expect(index).toBeCloseTo(expected, 6);
});

test('the composite index sums what is known against class III; more oxygen makes it smaller', () => {
  const items = ['ph', 'do', 'codmn', 'nh3n', 'tp_river'] as const;
  // 0.5 + 5/8 + 3/6 + 0.5/1 + 0.1/0.2
  expect(compositeWaterIndex({ ph: 8, do: 8, codmn: 3, nh3n: 0.5, tp_river: 0.1 }, items)).toEqual({
    index: 2.62,
    count: 5,
  });
  expect(compositeWaterIndex({ do: 2.5, coliform: 90_000 }, items)).toEqual({ index: 2, count: 1 });
  // The limit cannot be divided by 0; the pollution index of oxygen is used instead.
  expect(compositeWaterIndex({ do: 0 }, items)).toEqual({ index: 10, count: 1 });
  expect(compositeWaterIndex({}, items)).toEqual({ index: null, count: 0 });
});
