import { expect, test } from 'vitest';
import { type DemoSite, demoSites } from '#server/demo/sites.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { airAt } from './air.ts';
import { concentration, type Episode, episodesAt } from './episodes.ts';
import { type FaultKind, faultsAt, outageAt } from './faults.ts';
import { dayFrom, hourOf, hoursOf, instantAt, minuteOf, type Period } from './readings.ts';
import { placeOnRoute } from './route.ts';
import { drift, recentRain, weatherAt } from './weather.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const ofType = (type: DemoSite['site_type']) => demoSites.filter(({ site_type }) => site_type === type);
const [beijing] = ofType('air') as [DemoSite];
const placeOf = (site: DemoSite, key: string) => site.factors.findIndex((factor) => factor.key === key);

/** Hours of a station without flags and without values of faulty sensors. */
function soundHours(site: DemoSite, from: string, days: number): { hour: number; period: Period }[] {
  return Array.from({ length: days * 24 }, (_, n) => at(from) + n * HOUR_MS).flatMap((start) => {
    const period = hourOf(site, start);
    const hour = ((start - at(from)) / HOUR_MS) % 24;
    const broken = [0, 1, 2, 3].some(
      (quarter) => faultsAt(site, start + quarter * 15 * MINUTE_MS).length > 0,
    );
    return period && !broken ? [{ hour, period }] : [];
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function meanOf(site: DemoSite, key: string, from: string, days: number, hours?: readonly number[]): number {
  const chosen = soundHours(site, from, days).filter(({ hour }) => !hours || hours.includes(hour));
  return mean(chosen.map(({ period }) => period.avg[placeOf(site, key)] as number));
}

test('the same question has the same answer, whatever was asked in between', () => {
  const ask = () => demoSites.map((site) => hourOf(site, at('2026-03-04T05:00:00')));
  const first = ask();
  for (let day = 0; day < 400; day += 3) hourOf(beijing, at('2024-01-01T00:00:00') + day * DAY_MS);
  expect(ask()).toEqual(first);
});

test('every value lies in the range of its factor and has its decimals', () => {
  const odd = demoSites.flatMap((site) =>
    Array.from({ length: 40 }, (_, n) => at('2026-01-01T00:00:00') + n * 219 * HOUR_MS + n * 61_000).flatMap(
      (ms) =>
        site.factors.filter(({ low, high, decimals }, i) => {
          const value = instantAt(site, ms)?.values[i] ?? 0;
          return (value !== 0 && (value < low || value > high)) || Number(value.toFixed(decimals)) !== value;
        }),
    ),
  );
  expect(odd).toEqual([]);
});

test('PM10 holds PM2.5, and NOx is NO and NO2, as NO2', () => {
  const [pm25 = -1, pm10 = -1, no2 = -1, no = -1, nox = -1] = ['pm25', 'pm10', 'no2', 'no', 'nox'].map(
    (key) => placeOf(beijing, key),
  );
  const odd = ofType('air').flatMap((site) =>
    soundHours(site, '2026-02-03T00:00:00', 2).filter(({ period: { avg } }) => {
      const value = (place: number) => avg[place] as number;
      const asNo2 = value(no2) + (value(no) * 46) / 30;
      return value(pm10) < value(pm25) || Math.abs(value(nox) - asNo2) > 0.3;
    }),
  );
  expect(odd).toEqual([]);
});

test('single readings, too, have less PM2.5 than PM10 wherever they carry no flag', () => {
  const odd = ofType('air').flatMap((site) =>
    Array.from({ length: 400 }, (_, n) => at('2026-01-01T00:00:00') + n * 21 * HOUR_MS + n * 67_000).flatMap(
      (ms) => {
        const { values: [pm25 = 0, pm10 = 0] = [], flags = [] } = instantAt(site, ms) ?? {};
        return pm25 >= pm10 && pm25 > 0 && !flags[0] && !flags[1] ? [{ mn: site.mn, ms, pm25, pm10 }] : [];
      },
    ),
  );
  expect(odd).toEqual([]);
});

test('hours without a flag have less PM2.5 than PM10, whatever fails', () => {
  const odd = ofType('air').flatMap((site) =>
    Array.from({ length: 365 }, (_, n) => at('2026-01-01T00:00:00') + n * 25 * HOUR_MS).filter((start) => {
      const { avg: [pm25 = 0, pm10 = 0] = [], flags = [] } = hourOf(site, start) ?? {};
      return pm25 > pm10 && !flags[0] && !flags[1];
    }),
  );
  expect(odd).toEqual([]);
});

test('on weekends there is less traffic, and less of what it emits', () => {
  const monday = at('2026-01-05T08:00:00');
  const no2 = placeOf(beijing, 'no2');
  const [workdays, weekends]: [number[], number[]] = [[], []];
  for (let day = 0; day < 52 * 7; day++)
    for (const site of ofType('air'))
      (day % 7 < 5 ? workdays : weekends).push(airAt(site, monday + day * DAY_MS)[no2] as number);
  expect(mean(workdays)).toBeGreaterThan(1.1 * mean(weekends));
});

test('one city has heavy pollution in winter, and the worst air all year', () => {
  const monthly = (month: string) => {
    const cities = [...new Set(ofType('air').map(({ city_code }) => city_code))];
    const means = cities.map((city) => {
      const site = ofType('air').find(({ city_code }) => city_code === city) ?? beijing;
      return { city, pm25: meanOf(site, 'pm25', `2026-${month}-01T00:00:00`, 28) };
    });
    return means.sort((a, b) => b.pm25 - a.pm25);
  };
  // Limits of daily means in HJ 633-2012: medium pollution begins above 115 µg/m³, heavy above 150.
  const [worst, next] = monthly('01');
  expect(worst).toMatchObject({ city: '610400' });
  expect(worst?.pm25).toBeGreaterThan(115);
  expect(next?.pm25).toBeLessThan(115);
  expect(monthly('07')[0]).toMatchObject({ city: '610400' });
});

test('there is a stuck and a drifting sensor in any week, which no flag gives away', () => {
  const weak = (kind: 'stuck' | 'drift') => demoSites.find((site) => site.weak?.kind === kind) as DemoSite;
  const stuck = weak('stuck');
  for (let week = 0; week < 52; week++) {
    const from = at('2026-01-01T00:00:00') + week * 7 * DAY_MS;
    const found = Array.from({ length: 7 * 24 }, (_, n) => from + n * HOUR_MS).flatMap((ms) => {
      const faults = faultsAt(stuck, ms).filter(({ kind, flag }) => kind === 'stuck' && flag === '');
      return faults.some(({ factor }) => factor === placeOf(stuck, 'no2'))
        ? [instantAt(stuck, ms)?.values[placeOf(stuck, 'no2')]]
        : [];
    });
    expect(found.length).toBeGreaterThan(60);
  }
  const drifting = weak('drift');
  const o3 = placeOf(drifting, 'o3');
  for (let day = 0; day < 365; day += 5) {
    const faults = faultsAt(drifting, at('2026-01-01T12:00:00') + day * DAY_MS);
    expect(faults).toContainEqual(expect.objectContaining({ kind: 'drift', factor: o3, flag: '' }));
  }
});

test('ozone comes with the summer afternoon, fine dust with winter, nitrogen oxides with the rush hour', () => {
  const summer = '2026-07-01T00:00:00';
  expect(meanOf(beijing, 'o3', summer, 20, [14, 15, 16])).toBeGreaterThan(
    2 * meanOf(beijing, 'o3', summer, 20, [4, 5, 6]),
  );
  expect(meanOf(beijing, 'o3', summer, 20, [15])).toBeGreaterThan(
    1.5 * meanOf(beijing, 'o3', '2026-01-01T00:00:00', 20, [15]),
  );
  expect(meanOf(beijing, 'pm25', '2026-01-01T00:00:00', 40)).toBeGreaterThan(
    1.4 * meanOf(beijing, 'pm25', summer, 40),
  );
  expect(meanOf(beijing, 'no2', summer, 20, [8])).toBeGreaterThan(
    1.3 * meanOf(beijing, 'no2', summer, 20, [3]),
  );
});

test('winters are cold in the north and mild in the south', () => {
  const shenzhen = ofType('air').find(({ city_code }) => city_code === '440300') ?? beijing;
  const january = (site: DemoSite) => meanOf(site, 'temperature', '2026-01-01T00:00:00', 31);
  expect(january(beijing)).toBeLessThan(3);
  expect(january(shenzhen)).toBeGreaterThan(12);
});

test('smoke goes with the wind: a place further on has its peak later', () => {
  const since = at('2025-11-01T00:00:00');
  const found = new Set<Episode>();
  for (let n = 0; n < 120; n++) for (const episode of episodesAt(since + n * DAY_MS)) found.add(episode);
  const onTheWay = (episode: Episode, part: number) => {
    const moved = drift(episode.origin, episode.start, episode.start + part * (episode.end - episode.start));
    const perLongitude = 111.32 * Math.cos((episode.origin.latitude * Math.PI) / 180);
    const { latitude, longitude, elevation } = episode.origin;
    return {
      latitude: latitude + moved.north / 111.32,
      longitude: longitude + moved.east / perLongitude,
      elevation,
      moved,
    };
  };
  const peak = (episode: Episode, place: ReturnType<typeof onTheWay>) => {
    const times = Array.from({ length: 240 }, (_, n) => episode.start + n * 15 * MINUTE_MS);
    const within = times.filter((ms) => ms < episode.end);
    return within.reduce((best, ms) =>
      concentration(episode, place, ms) > concentration(episode, place, best) ? ms : best,
    );
  };
  let compared = 0;
  let withTheWind = 0;
  for (const episode of found) {
    const [near, far] = [onTheWay(episode, 0.35), onTheWay(episode, 0.65)];
    const apart = Math.hypot(far.moved.east - near.moved.east, far.moved.north - near.moved.north);
    if (apart < 60) continue;
    compared += 1;
    expect(peak(episode, near)).toBeLessThan(peak(episode, far));
    const way = { east: far.moved.east - near.moved.east, north: far.moved.north - near.moved.north };
    const hours = Array.from(
      { length: 7 },
      (_, n) => episode.start + (0.35 + n / 20) * (episode.end - episode.start),
    );
    const winds = hours.map((ms) => weatherAt(near, ms));
    if (mean(winds.map(({ east, north }) => east * way.east + north * way.north)) > 0) withTheWind += 1;
  }
  expect(compared).toBeGreaterThan(20);
  // The wind turns, and differs slightly at the origin of the episode.
  expect(withTheWind / compared).toBeGreaterThan(0.9);
});

test('neighbours breathe the same air', () => {
  const [first, second] = ofType('air') as [DemoSite, DemoSite];
  const series = (site: DemoSite) =>
    Array.from({ length: 240 }, (_, n) => hourOf(site, at('2026-01-01T00:00:00') + n * HOUR_MS)?.avg[0] ?? 0);
  const [a, b] = [series(first), series(second)];
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((value, i) => (value - meanA) * ((b[i] as number) - meanB)));
  const deviation = (values: number[], middle: number) =>
    Math.sqrt(mean(values.map((v) => (v - middle) ** 2)));
  expect(covariance / deviation(a, meanA) / deviation(b, meanB)).toBeGreaterThan(0.7);
});

test('an hour is not quite between its neighbours: every place has puffs of its own', () => {
  const hours = soundHours(beijing, '2026-01-01T00:00:00', 10).map(({ period }) => period.avg[0] as number);
  const off = hours.slice(1, -1).map((value, i) => {
    const between = ((hours[i] as number) + (hours[i + 2] as number)) / 2;
    return Math.abs(value - between) / between;
  });
  expect(mean(off)).toBeGreaterThan(0.04);
  expect(mean(off)).toBeLessThan(0.15);
});

test('minutes add up to their hour, and hours to their day', () => {
  const start = at('2026-05-06T10:00:00');
  for (const site of demoSites.filter((one) => soundHours(one, '2026-05-06T10:00:00', 1).length === 24)) {
    const hour = hourOf(site, start) as Period;
    const minutes = Array.from({ length: 60 }, (_, n) => minuteOf(site, start + n * MINUTE_MS) as Period);
    for (const [i, { averaging, scatter, leastScatter }] of site.factors.entries()) {
      if (averaging !== 'mean') continue;
      const value = hour.avg[i] as number;
      const sum = mean(minutes.map(({ avg }) => avg[i] as number));
      expect(Math.abs(sum - value)).toBeLessThan(Math.max(leastScatter, scatter * value, value * 0.05));
      expect(hour.min[i]).toBeLessThanOrEqual(value);
      expect(hour.max[i]).toBeGreaterThanOrEqual(value);
    }
  }
  const hours = hoursOf(beijing, at('2026-05-06T00:00:00'));
  const day = dayFrom(beijing, hours) as Period;
  expect(day.avg[9]).toBeCloseTo(mean(hours.map((hour) => hour?.avg[9] ?? 0)), 0);
});

test('in a year instruments fail in every way, noticed and unnoticed', () => {
  const kinds = new Set<FaultKind>();
  const flags = new Set<string>();
  for (const site of demoSites.slice(0, 60)) {
    for (let n = 0; n < 365 * 8; n++) {
      for (const { kind, flag } of faultsAt(site, at('2026-01-01T00:00:00') + n * 3 * HOUR_MS)) {
        kinds.add(kind);
        flags.add(flag);
      }
    }
  }
  expect([...kinds].sort()).toEqual([
    'calibration',
    'drift',
    'erratic',
    'jump',
    'maintenance',
    'over_range',
    'stuck',
    'unreachable',
    'zero',
  ]);
  expect([...flags].sort()).toEqual(['', 'B', 'C', 'D', 'M', 'T']);
});

test('an outage lasts an hour to a day; without power nothing is measured, without a link it is', () => {
  const seen = { power: 0, link: 0 };
  for (const site of demoSites) {
    for (let n = 0; n < 100; n++) {
      const outage = outageAt(site, at('2026-01-01T00:00:00') + n * DAY_MS);
      if (!outage) continue;
      seen[outage.kind] += 1;
      expect(outage.end - outage.start).toBeGreaterThanOrEqual(HOUR_MS);
      expect(outage.end - outage.start).toBeLessThanOrEqual(DAY_MS);
      expect(instantAt(site, outage.start) === undefined).toBe(outage.kind === 'power');
    }
  }
  expect(seen.power).toBeGreaterThan(10);
  expect(seen.link).toBeGreaterThan(10);
});

test('a lake breathes with its algae, and rain makes rivers run brown', () => {
  const lake = ofType('water').find(({ site_name }) => site_name.startsWith('太湖')) ?? beijing;
  const july = '2026-07-01T00:00:00';
  expect(meanOf(lake, 'dissolved_oxygen', july, 20, [15, 16])).toBeGreaterThan(
    0.5 + meanOf(lake, 'dissolved_oxygen', july, 20, [4, 5]),
  );
  const river = ofType('water')[0] as DemoSite;
  const hours = Array.from({ length: 60 * 24 }, (_, n) => at(july) + n * HOUR_MS);
  const turbidity = (ms: number) => hourOf(river, ms)?.avg[placeOf(river, 'turbidity')] ?? 0;
  const wet = hours.filter((ms) => recentRain(river, ms) > 0.3);
  const dry = hours.filter((ms) => recentRain(river, ms) === 0);
  expect(mean(wet.map(turbidity))).toBeGreaterThan(1.5 * mean(dry.map(turbidity)));
});

test('a van drives its rounds by day and stands at its place by night', () => {
  for (const { route = [] } of ofType('mobile')) {
    const places = (from: string, hours: number) =>
      Array.from({ length: hours * 60 }, (_, n) => {
        const { latitude, longitude } = placeOnRoute(route, at(from) + n * MINUTE_MS);
        return `${latitude.toFixed(5)} ${longitude.toFixed(5)}`;
      });
    expect(new Set(places('2026-05-05T20:00:00', 11))).toEqual(new Set(places('2026-05-06T19:00:00', 1)));
    expect(new Set(places('2026-05-06T08:00:00', 4)).size).toBeGreaterThan(50);
  }
});
