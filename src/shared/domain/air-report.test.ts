import { describe, expect, test } from 'vitest';
import type { AirFigure, AirFigures } from './air-figures.ts';
import { airReport } from './air-report.ts';

/** Valid figures; null for one that is missing. */
function figures(values: Partial<Record<AirFigure, number | null>>): AirFigures {
  return Object.fromEntries(
    Object.entries(values).map(([figure, value]) => [figure, { value, valid: value !== null }]),
  );
}

const day = { so2_24h: 10, no2_24h: 20, co_24h: 0.8, o3_1h: 170, o3_8h: 90, pm10_24h: 60, pm25_24h: 30 };
const hour = {
  so2_1h: 10,
  so2_24h: 12,
  no2_1h: 30,
  co_1h: 0.8,
  o3_1h: 90,
  o3_8h: 80,
  pm10_1h: 200,
  pm10_24h: 60,
  pm25_1h: 100,
  pm25_24h: 30,
};

describe('which figures make the index', () => {
  test('of a day in 2012: seven, ozone by its highest hour too', () => {
    const report = airReport('2012', 'day', figures(day));
    expect(report.items.map(({ figure, iaqi }) => [figure, iaqi])).toEqual([
      ['so2_24h', 10],
      ['no2_24h', 25],
      ['co_24h', 20],
      ['o3_1h', 63],
      ['o3_8h', 45],
      ['pm10_24h', 55],
      ['pm25_24h', 43],
    ]);
    expect(report).toMatchObject({ edition: '2012', aqi: 63, band: { level: 2 }, primary: ['o3'], over: [] });
  });

  test('of a day in 2026: six', () => {
    const report = airReport('2026', 'day', figures(day));
    expect(report.items.map(({ figure }) => figure)).toEqual([
      'so2_24h',
      'no2_24h',
      'co_24h',
      'o3_8h',
      'pm10_24h',
      'pm25_24h',
    ]);
    expect(report).toMatchObject({ aqi: 58, primary: ['pm10'] });
  });

  test('of an hour in 2012: particles by their 24 hours, while their hour is shown', () => {
    const report = airReport('2012', 'hour', figures(hour));
    expect(report.items.map(({ figure, concentration, iaqi }) => [figure, concentration, iaqi])).toEqual([
      ['so2_1h', 10, 4],
      ['no2_1h', 30, 15],
      ['co_1h', 0.8, 8],
      ['o3_1h', 90, 29],
      ['o3_8h', 80, 40],
      ['pm10_1h', 200, null],
      ['pm10_24h', 60, 55],
      ['pm25_1h', 100, null],
      ['pm25_24h', 30, 43],
    ]);
    expect(report).toMatchObject({ aqi: 55, primary: ['pm10'] });
  });

  test('of an hour in 2026: six hours, particles looked up as if they were days', () => {
    const report = airReport('2026', 'hour', figures(hour));
    expect(report.items.map(({ figure, iaqi }) => [figure, iaqi])).toEqual([
      ['so2_1h', 4],
      ['no2_1h', 15],
      ['co_1h', 8],
      ['o3_1h', 29],
      ['pm10_1h', 131],
      ['pm25_1h', 137],
    ]);
    expect(report).toMatchObject({ aqi: 137, primary: ['pm25'], over: [] });
  });

  test('concentrations are shown as they are judged', () => {
    const report = airReport('2026', 'day', figures({ ...day, co_24h: 0.849, pm25_24h: 34.5 }));
    expect(report.items.map(({ concentration }) => concentration)).toEqual([10, 20, 0.8, 90, 60, 34]);
  });
});

describe('primary pollutants', () => {
  test('are all that share the highest index', () => {
    const report = airReport('2026', 'day', figures({ ...day, pm10_24h: 120, pm25_24h: 60 }));
    expect(report).toMatchObject({ aqi: 100, primary: ['pm10', 'pm25'] });
  });

  test('are named once, by whatever figure', () => {
    const report = airReport('2012', 'day', figures({ ...day, o3_1h: 200, o3_8h: 160 }));
    expect(report).toMatchObject({ aqi: 100, primary: ['o3'] });
  });

  test('do not exist up to 50', () => {
    const clean = { ...day, pm10_24h: 50 };
    expect(airReport('2026', 'day', figures(clean))).toMatchObject({ aqi: 50, primary: [] });
    expect(airReport('2026', 'day', figures({ ...clean, pm10_24h: 51 }))).toMatchObject({
      aqi: 51,
      primary: ['pm10'],
    });
  });

  test('over the standard are those above 100, in 2012 only', () => {
    const dirty = figures({ ...day, no2_24h: 81, pm10_24h: 151, pm25_24h: 75 });
    expect(airReport('2012', 'day', dirty).over).toEqual(['no2', 'pm10']);
    expect(airReport('2026', 'day', dirty).over).toEqual([]);
  });
});

describe('what is missing', () => {
  test('keeps an index up to 100 from being published, and the others are shown', () => {
    const report = airReport('2026', 'day', figures({ ...day, so2_24h: null, pm10_24h: 120 }));
    expect(report).toMatchObject({ aqi: null, band: null, primary: [], over: [] });
    expect(report.items[0]).toMatchObject({ concentration: null, iaqi: null, mark: 'NA' });
    expect(report.items[4]).toMatchObject({ concentration: 120, iaqi: 100, mark: null });
  });

  test('does not hide an index above 100', () => {
    const report = airReport('2026', 'day', figures({ ...day, so2_24h: null, pm10_24h: 121 }));
    expect(report).toMatchObject({ aqi: 101, band: { level: 3 }, primary: ['pm10'] });
  });

  test('is what has too few hours or is below zero, though it is shown', () => {
    const few = airReport('2026', 'day', { ...figures(day), so2_24h: { value: 9.6, valid: false } });
    expect(few.items[0]).toMatchObject({ concentration: 10, iaqi: null, mark: 'NA' });
    expect(few.aqi).toBeNull();
    expect(airReport('2026', 'day', figures({ ...day, so2_24h: -3 })).items[0]).toMatchObject({
      concentration: -3,
      mark: 'NA',
    });
  });

  test('of ozone in 2012 is told by its 8 hours: the highest hour is wanted only where they have no index', () => {
    const whole = { ...day, o3_1h: 120, o3_8h: 100 };
    const { aqi } = airReport('2012', 'day', figures(whole));
    expect(aqi).not.toBeNull();
    const withoutHour = airReport('2012', 'day', figures({ ...whole, o3_1h: null }));
    expect(withoutHour.aqi).toBe(aqi);
    expect(withoutHour.items.find(({ figure }) => figure === 'o3_1h')?.mark).toBe('NA');
    expect(airReport('2012', 'day', figures({ ...whole, o3_8h: null })).aqi).toBeNull();
    // With an hourly value of 201 the index is above 100, so it is published.
    expect(airReport('2012', 'day', figures({ ...whole, o3_1h: 201, o3_8h: null })).aqi).toBe(101);
    // Above 800 the 8-hour figure has no index, and nothing replaces it.
    expect(airReport('2012', 'day', figures({ ...whole, o3_1h: null, o3_8h: 801 })).aqi).toBeNull();
    // In an hourly report the hourly value is required.
    expect(airReport('2012', 'hour', figures({ ...hour, o3_1h: null })).aqi).toBeNull();
  });

  test('is not what a station need not measure', () => {
    const { so2_24h: _, ...rest } = day;
    const report = airReport('2026', 'day', figures(rest), ['so2']);
    expect(report.items[0]).toMatchObject({ concentration: null, iaqi: null, mark: '/' });
    expect(report.aqi).toBe(58);
    expect(airReport('2026', 'day', figures(rest)).aqi).toBeNull();
  });

  test('blocks nothing where it is only shown', () => {
    const report = airReport('2012', 'hour', figures({ ...hour, pm10_1h: null }));
    expect(report.items[5]).toMatchObject({ figure: 'pm10_1h', mark: 'NA' });
    expect(report.aqi).toBe(55);
  });

  test('may be everything', () => {
    expect(airReport('2026', 'hour', {})).toMatchObject({ aqi: null, band: null, primary: [] });
  });
});

describe('beyond a column that ends early', () => {
  test('ozone of 8 hours counts as 300 in 2026, and in 2012 its single hour stands for it', () => {
    const smog = figures({ ...day, o3_1h: 900, o3_8h: 801 });
    expect(airReport('2026', 'day', smog)).toMatchObject({ aqi: 300, primary: ['o3'] });
    const report = airReport('2012', 'day', smog);
    expect(report).toMatchObject({ aqi: 350, primary: ['o3'] });
    expect(report.items[4]).toMatchObject({ concentration: 801, iaqi: null, mark: null });
  });

  test('sulfur dioxide of an hour counts as 200 in 2026, and in 2012 by its 24 hours', () => {
    const leak = { ...hour, so2_1h: 900, so2_24h: 475 };
    expect(airReport('2026', 'hour', figures(leak)).aqi).toBe(200);
    expect(airReport('2012', 'hour', figures(leak)).items[0]).toMatchObject({
      concentration: 900,
      iaqi: 150,
    });
    const unknown = airReport('2012', 'hour', figures({ ...leak, so2_24h: null }));
    expect(unknown.items[0]).toMatchObject({ concentration: 900, iaqi: null, mark: 'NA' });
    expect(unknown.aqi).toBeNull();
  });
});
