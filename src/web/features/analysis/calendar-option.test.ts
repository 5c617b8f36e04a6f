import { describe, expect, it } from 'vitest';
import { paperLook } from '#web/charts/look.ts';
import { calendarOption } from './calendar-option.ts';

const calendar = { columns: ['1 Nov'], names: ['00', '01'], look: paperLook(), unit: 'µg/m³', decimals: 0 };
const ends = (cells: Parameters<typeof calendarOption>[0]['cells']) => {
  const { min, max } = calendarOption({ ...calendar, cells }).visualMap as { min: number; max: number };
  return [min, max];
};

describe('the scale of a calendar heat map', () => {
  it('runs from the lowest to the highest mean', () => {
    const day = { column: 0, day: '2026-11-01' };
    expect(
      ends([
        { ...day, row: 0, mean: 12 },
        { ...day, row: 1, mean: 7 },
      ]),
    ).toEqual([7, 12]);
  });

  it('has finite ends if a selection leaves no value', () => {
    expect(ends([])).toEqual([0, 1]);
  });
});
