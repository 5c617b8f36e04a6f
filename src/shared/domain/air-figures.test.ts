import { describe, expect, test } from 'vitest';
import { cityFigures, dayFigures, hourFigures } from './air-figures.ts';

const rising = Array.from({ length: 24 }, (_, hour) => hour);
const first19 = rising.map((hour) => (hour < 19 ? hour : null));

test('a day has means, and of ozone the highest hour and the highest 8 hours', () => {
  expect(dayFigures({ so2: rising, co: first19, o3: rising, pm25: rising })).toMatchObject({
    so2_24h: { value: 11.5, valid: true },
    co_24h: { value: 9, valid: false },
    o3_1h: { value: 23, valid: true },
    o3_8h: { value: 19.5, valid: true },
    pm25_24h: { value: 11.5, valid: true },
  });
});

test('the highest hour of a day with too few hours is not valid', () => {
  expect(dayFigures({ o3: first19 }).o3_1h).toEqual({ value: 18, valid: false });
  expect(dayFigures({ o3: rising.map(() => null) }).o3_1h).toEqual({ value: null, valid: false });
});

test('an hour has its own values and the means of the hours before it', () => {
  expect(hourFigures({ so2: rising, no2: first19, o3: rising, pm10: rising })).toEqual({
    so2_1h: { value: 23, valid: true },
    so2_24h: { value: 11.5, valid: true },
    no2_1h: { value: null, valid: false },
    o3_1h: { value: 23, valid: true },
    o3_8h: { value: 19.5, valid: true },
    pm10_1h: { value: 23, valid: true },
    pm10_24h: { value: 11.5, valid: true },
  });
});

describe('the figures of a city', () => {
  const of = (value: number | null, valid = true) => ({ pm25_24h: { value, valid } });

  test('are the means of the valid ones of its stations', () => {
    expect(cityFigures([of(30), of(40), of(900, false), of(null, false), {}])).toEqual(of(35));
  });

  test('are not valid where no station has a valid one', () => {
    expect(cityFigures([of(30, false)])).toEqual(of(null, false));
    expect(cityFigures([])).toEqual({});
  });
});
