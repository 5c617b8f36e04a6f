import { expect, test } from 'vitest';
import { bandColours, concentrationAt, heatColours, heatScale } from './heat-scale.ts';

test('the scale of the index ends where the band of the highest one does', () => {
  expect([50, 51, 101, 180, 201, 301].map((highest) => heatScale('aqi', '2026', highest).max)).toEqual([
    50, 100, 150, 200, 300, 500,
  ]);
  expect(heatScale('aqi', '2026', 180).limits).toEqual([50, 100, 150, 200]);
});

test('the scale of a factor ends at the concentration of that index, by the edition in force', () => {
  expect(concentrationAt('2012', 'pm25', 100)).toBe(75);
  expect(concentrationAt('2026', 'pm25', 100)).toBe(60);
  expect(heatScale('pm25', '2026', 58)).toEqual({ max: 60, limits: [35, 60] });
});

test('a band has its own colour at its middle', () => {
  const colours = heatColours({ max: 100, limits: [50, 100] }, ['#00ff00', '#ffff00']);
  expect([...colours.slice(0, 3)]).toEqual([0, 255, 0]);
  expect([...colours.slice(-3)]).toEqual([255, 255, 0]);
  expect(Math.abs((colours[128 * 3] ?? 0) - 128)).toBeLessThan(4);
});

test('the shades of a band go from its lower to its upper limit', () => {
  const scale = { max: 100, limits: [50, 100] };
  const shades = bandColours(scale, heatColours(scale, ['#00ff00', '#ffff00']), 1);
  expect(shades).toHaveLength(5);
  expect(shades[0]).toBe('rgb(128 255 0)');
  expect(shades.at(-1)).toBe('rgb(255 255 0)');
});
