import { expect, test } from 'vitest';
import { transferFit } from './transfer-fit.ts';

const site = Array.from({ length: 40 }, (_, i) => 10 + ((i * 7) % 23));
const reference = site.map((value) => 1.2 * value - 3);

test('what was fitted brings the rest to the reference too, when the relation is the same', () => {
  const { k, b, k_error, fitted, held, residuals } = transferFit(site, reference);
  expect(k).toBeCloseTo(1.2, 10);
  expect(b).toBeCloseTo(-3, 10);
  expect(k_error).toBeCloseTo(0, 6);
  expect([fitted.n, held.n]).toEqual([30, 10]);
  expect(held.after).toBeCloseTo(0, 10);
  expect(held.before).toBeGreaterThan(0.5);
  expect(residuals.every((value) => value !== null && Math.abs(value) < 1e-9)).toBe(true);
});

test('a relation that changes shows in the part that was held out', () => {
  const drifted = reference.map((value, i) => (i < 30 ? value : value + 8));
  const { k, held } = transferFit(site, drifted);
  expect(k).toBeCloseTo(1.2, 10);
  expect(held.after).toBeCloseTo(8, 6);
});

test('confidence is that of least squares', () => {
  // Computed by hand: Sxx 17.5, Sxy 13.5, Syy 13.5, four degrees of freedom; the last two are held out.
  const x = [1, 2, 3, 4, 5, 6, 7, 8];
  const y = [2, 4, 5, 4, 5, 7, null, null];
  const { k, k_error, r2 } = transferFit(x, y);
  expect(k).toBeCloseTo(13.5 / 17.5, 10);
  expect((k_error ?? 0) / 1.96).toBeCloseTo(Math.sqrt((13.5 - 13.5 ** 2 / 17.5) / 4 / 17.5), 10);
  expect(r2).toBeCloseTo(13.5 / 17.5, 10);
});

test('what is left out takes no part', () => {
  const wild = reference.map((value, i) => (i === 5 ? 900 : value));
  expect(transferFit(site, wild, (step) => step === 5).k).toBeCloseTo(1.2, 10);
});
