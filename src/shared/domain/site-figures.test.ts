import { expect, test } from 'vitest';
import { boxFigures } from './site-figures.ts';

test('figures are those of the values that were sent, not of what is stored of them', () => {
  const figures = boxFigures(Float32Array.of(19.4, Number.NaN, 19.4, 19.4));
  expect(figures).toEqual({
    n: 3,
    mean: 19.4,
    min: 19.4,
    q1: 19.4,
    median: 19.4,
    q3: 19.4,
    p95: 19.4,
    max: 19.4,
  });
});

test('without values there are no figures', () => {
  expect(boxFigures(Float32Array.of(Number.NaN))).toMatchObject({ n: 0, mean: null, min: null, max: null });
});
