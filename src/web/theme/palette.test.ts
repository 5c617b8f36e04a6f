import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrastOf } from './brand.ts';
import { aqiColours, dark, kitDark, kitLight, light, seriesColours, waterColours } from './palette.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const css = read('tokens.css');

/** The custom properties of the block that begins with `selector`. */
function tokensOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(selector));
  const lines = block.slice(0, block.indexOf('}')).matchAll(/--([\w-]+): (#[0-9a-f]{6});/g);
  return Object.fromEntries([...lines].map(([, name = '', colour = '']) => [name, colour]));
}

const aqiNames = ['green', 'yellow', 'orange', 'red', 'purple', 'maroon'];
const seriesNames = seriesColours.light.map((_, at) => `series-${at + 1}`);
const named = (names: readonly string[], colours: readonly string[]) =>
  Object.fromEntries(names.map((name, at) => [name, colours[at]]));

describe('tokens.css has the colours of the palette', () => {
  test.each([
    ['light', ':root {', { ...light, ...named(seriesNames, seriesColours.light) }],
    ['dark', ':root[data-theme="dark"]', { ...dark, ...named(seriesNames, seriesColours.dark) }],
    [
      'the levels of the standard',
      ':root {',
      named(
        aqiNames.map((name) => `aqi-${name}`),
        aqiColours.standard,
      ),
    ],
    [
      'levels told apart without red and green',
      ':root[data-aqi="distinct"]',
      named(
        aqiNames.map((name) => `aqi-${name}`),
        aqiColours.distinct,
      ),
    ],
    [
      'water classes',
      ':root {',
      named(
        waterColours.map((_, at) => `water-${at + 1}`),
        waterColours,
      ),
    ],
  ])('%s', (_, selector, colours) => {
    expect(tokensOf(selector)).toMatchObject(colours);
  });
});

test('the kit’s theme has no colour of its own', () => {
  expect(read('antd-theme.ts')).not.toMatch(/#[0-9a-f]{3,8}\b/i);
});

test('the text of a success is readable on its background', () => {
  expect(contrastOf(light.success, kitLight.successBg)).toBeGreaterThanOrEqual(4.5);
  expect(contrastOf(dark.success, kitDark.successBg)).toBeGreaterThanOrEqual(4.5);
  expect(contrastOf(light.text, kitLight.successBg)).toBeGreaterThanOrEqual(4.5);
  expect(contrastOf(dark.text, kitDark.successBg)).toBeGreaterThanOrEqual(4.5);
});
