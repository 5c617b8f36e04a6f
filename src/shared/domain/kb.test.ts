import { expect, test } from 'vitest';
import { composed, withOtherKb } from './kb.ts';

test('another K and B are applied to what the sensor said', () => {
  const raw = 40;
  const before = { k: 2, b: 5 };
  expect(withOtherKb(before.k * raw + before.b, before, { k: 1.5, b: -2 })).toBeCloseTo(1.5 * raw - 2);
});

test('a fit of corrected values is put after the correction that made them', () => {
  const [first, fit] = [
    { k: 2, b: 5 },
    { k: 0.5, b: 1 },
  ];
  const both = composed(first, fit);
  for (const raw of [0, 10, -3])
    expect(both.k * raw + both.b).toBeCloseTo(fit.k * (first.k * raw + first.b) + fit.b);
});
