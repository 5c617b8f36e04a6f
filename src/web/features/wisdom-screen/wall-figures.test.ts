import { expect, test } from 'vitest';
import type { Network, Station } from '#web/network/network.ts';
import { figuresOf } from './wall-figures.ts';

const network = { factors: { air: [], water: [] } } as unknown as Network;

function station(site_id: number, aqi: number | null, more: object = {}): Station {
  const level = aqi === null ? null : aqi <= 50 ? 1 : aqi <= 100 ? 2 : 3;
  return {
    site: { site_id, site_name: `站${site_id}`, city_code: '320100', virtual_data: false, ...more },
    medium: 'air',
    online: true,
    last_packet_at: `2026-11-17T08:0${site_id}:00.000Z`,
    flagged: new Map(),
    air: { aqi, band: level && { level }, primary: aqi !== null && aqi > 50 ? ['pm25'] : [] },
  } as unknown as Station;
}

test('the mean, the levels and the ranking are of air stations that tell, without simulated ones', () => {
  const figures = figuresOf(network, [
    station(1, 40),
    station(2, 121),
    station(3, null),
    station(4, 500, { virtual_data: true }),
    station(5, 60, { city_code: '320500' }),
  ]);
  expect(figures).toMatchObject({ all: 5, online: 5, telling: 3, aqi: 74, good: 2 });
  expect(figures.levels).toEqual([1, 1, 1, 0, 0, 0]);
  expect(figures.ranking.map(({ value }) => value)).toEqual([121, 60, 40]);
  expect(figures.primary).toEqual([
    { pollutant: 'pm25', count: 2 },
    { pollutant: null, count: 1 },
  ]);
  expect(figures.cities).toEqual([
    { city_code: '320100', count: 2, aqi: 81 },
    { city_code: '320500', count: 1, aqi: 60 },
  ]);
  expect(new Date(figures.newest).toISOString()).toBe('2026-11-17T08:05:00.000Z');
});

test('without stations there is nothing to say, and no division by zero', () => {
  expect(figuresOf(network, [])).toMatchObject({ all: 0, aqi: null, ranking: [], cities: [], newest: 0 });
});
