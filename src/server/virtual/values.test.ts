import { expect, test } from 'vitest';
import { airFactors, waterFactors } from '#server/model/factors.ts';
import { simulatedFactors, usualKeys, type VirtualFactor, type VirtualSite } from './choice.ts';
import { minuteAt } from './values.ts';

const factor = (key: string, fid: number, more: Partial<VirtualFactor> = {}): VirtualFactor => ({
  ...{ fid, key, category: 'air', decimals: 1, range_min: null, range_max: null, averaging: 'mean' },
  ...more,
});
const site = (more: Partial<VirtualSite> = {}): VirtualSite => ({
  ...{ site_id: 7, site_type: 'air', latitude: 36.6, longitude: 117, factors: [] },
  ...{ water_quality_type: null, water_pollution_level: null },
  ...more,
});
/** All usual factors, with descending numbers, to test the sorting. */
const known = usualKeys.map((key, i) =>
  factor(key, 100 - i, { category: key.endsWith('tude') ? 'position' : 'air' }),
);
const keysOf = (of: VirtualSite) => simulatedFactors(of, known).map(({ key }) => key);
const at = Date.parse('2026-11-15T02:00:00Z');

test('a site shows what it is set up with, and else what its kind usually measures, by number', () => {
  const own = [factor('noise', 9), factor('pm25', 3)];
  expect(keysOf(site({ factors: own }))).toEqual(['pm25', 'noise']);
  expect(new Set(keysOf(site()))).toEqual(new Set(airFactors.map(({ key }) => key)));
  expect(new Set(keysOf(site({ site_type: 'water' })))).toEqual(new Set(waterFactors.map(({ key }) => key)));
  const fids = simulatedFactors(site(), known).map(({ fid }) => fid);
  expect(fids).toEqual(fids.toSorted((a, b) => a - b));
});

test('a van stays where its site is; where that is unknown, it shows no place', () => {
  const van = site({ site_type: 'mobile' });
  const factors = simulatedFactors(van, known);
  const { avg } = minuteAt(van, factors, at);
  expect(avg[factors.findIndex(({ key }) => key === 'longitude')]).toBe(117);
  expect(keysOf(site({ site_type: 'mobile', latitude: null }))).not.toContain('longitude');
});

test('the same minute is the same however often it is made; other sites and minutes are not', () => {
  const factors = simulatedFactors(site(), known);
  expect(minuteAt(site(), factors, at)).toEqual(minuteAt(site(), factors, at));
  expect(minuteAt(site({ site_id: 8 }), factors, at)).not.toEqual(minuteAt(site(), factors, at));
  expect(minuteAt(site(), factors, at + 3_600_000)).not.toEqual(minuteAt(site(), factors, at));
});

test('values keep to the range and the decimals of their factor, known to the model or not', () => {
  const factors = [
    factor('pm25', 1, { range_max: 20, decimals: 0 }),
    factor('wind_direction', 2, { averaging: 'circular', decimals: 0, range_min: 0, range_max: 360 }),
    factor('furnace', 3, { range_min: 850, range_max: 1100 }),
    factor('h2s', 4, { decimals: 3 }),
    factor('leq', 5, { category: 'noise' }),
    factor('outlet_direction', 6, { averaging: 'circular' }),
  ];
  for (let hour = 0; hour < 200; hour += 1) {
    const { avg, min, max } = minuteAt(site(), factors, at + hour * 3_600_000);
    const [pm25 = -1, wind = -1, furnace = -1, h2s = -1, leq = -1, outlet = -1] = avg;
    expect(pm25 >= 0 && pm25 <= 20 && Number.isInteger(pm25)).toBe(true);
    expect(wind >= 0 && wind < 360 && outlet >= 0 && outlet < 360).toBe(true);
    expect(furnace > 850 && furnace < 1100).toBe(true);
    expect(h2s > 0 && h2s < 0.1 && Math.abs(h2s * 1000 - Math.round(h2s * 1000)) < 1e-9).toBe(true);
    expect(leq > 40 && leq < 70).toBe(true);
    for (const i of [0, 2, 3, 4])
      expect((min[i] ?? 0) <= (avg[i] ?? 0) && (avg[i] ?? 0) <= (max[i] ?? 0)).toBe(true);
  }
});
