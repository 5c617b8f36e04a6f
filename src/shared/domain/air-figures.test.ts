import { expect, test } from 'vitest';
import { hourFigures } from './air-figures.ts';

const rising = Array.from({ length: 24 }, (_, hour) => hour);
const first19 = rising.map((hour) => (hour < 19 ? hour : null));

test('by the edition of 2012 an hour has its own values and the means of the hours before it', () => {
  expect(hourFigures('2012', { so2: rising, no2: first19, o3: rising, pm10: rising })).toEqual({
    so2_1h: { value: 23, valid: true },
    so2_24h: { value: 11.5, valid: true },
    no2_1h: { value: null, valid: false },
    o3_1h: { value: 23, valid: true },
    o3_8h: { value: 19.5, valid: true },
    pm10_1h: { value: 23, valid: true },
    pm10_24h: { value: 11.5, valid: true },
  });
});

test('by the edition of 2026 an hour is judged by itself', () => {
  expect(hourFigures('2026', { so2: rising, o3: rising, pm10: first19 })).toEqual({
    so2_1h: { value: 23, valid: true },
    o3_1h: { value: 23, valid: true },
    pm10_1h: { value: null, valid: false },
  });
});
