import { expect, test } from 'vitest';
import type { SiteCorrections } from '#shared/domain/correction-versions.ts';
import { recorrected } from './recorrected.ts';

const [NO2, O3] = [1, 2];
const ts = '2026-11-15T01:00:00.000Z';
const of = (k: number, b: number, list: { other: number; c: number }[] = []): SiteCorrections =>
  new Map([[NO2, [{ from: Number.NEGATIVE_INFINITY, k, b, list }]]]);

test('lows and highs follow the value, and a person’s word stays', () => {
  const row = { site_id: 1, ts, fids: [NO2, O3], avg: [21, 80], raw: [10, 80], min: [19, 70], max: [25, 90] };
  expect(recorrected('hour', row, of(2, 1), of(3, 0))).toEqual([
    {
      ...{ site_id: 1, data_type: 'hour', ts: new Date(ts), origin: 'l' },
      ...{ fids: [NO2], avg: [30], raw: [10], min: [27], max: [36] },
    },
  ]);
  const manual = { ...row, origins: ['m' as const, 'l' as const] };
  expect(recorrected('hour', manual, of(2, 1), of(3, 0))).toEqual([]);
});

test('interference is taken out of what was measured, and put back when it ends', () => {
  const row = { site_id: 1, ts, fids: [NO2, O3], avg: [40, 80] };
  const [next] = recorrected('hour', row, new Map(), of(1, 0, [{ other: O3, c: 0.25 }]));
  expect(next).toMatchObject({ fids: [NO2], avg: [20], raw: [40] });
  const corrected = { ...row, avg: [20, 80], raw: [40, 80] };
  const [back] = recorrected('hour', corrected, of(1, 0, [{ other: O3, c: 0.25 }]), of(1, 0));
  expect(back).toMatchObject({ fids: [NO2], avg: [40], raw: [40] });
});

test('what is right already is left alone', () => {
  const row = { site_id: 1, ts, fids: [NO2], avg: [Math.fround(0.1 * 3)], raw: [Math.fround(0.1)] };
  expect(recorrected('hour', row, new Map(), of(3, 0))).toEqual([]);
});
