import { expect, test } from 'vitest';
import type { TileProvider } from '#shared/domain/tile-provider.ts';
import { rasterGround } from './tile-provider.ts';

const provider: TileProvider = {
  id: 'example',
  tiles: { general: ['https://example/ground/{z}/{x}/{y}.png', 'https://example/names/{z}/{x}/{y}.png'] },
  max_zoom: 18,
  attribution: 'Example',
};

test('what lies on the ground is drawn after it', () => {
  expect(rasterGround(provider, 'general').layers.map(({ source }) => source)).toEqual([
    'example-0',
    'example-1',
  ]);
});

test('a provider without a dark map has its general one turned dark, one with a dark map has not', () => {
  const dark = { ...provider, tiles: { ...provider.tiles, dark: ['https://example/dark/{z}/{x}/{y}.png'] } };
  expect(rasterGround(provider, 'dark').layers[0]?.paint).toHaveProperty('raster-brightness-max', 0.05);
  expect(rasterGround(dark, 'dark').layers[0]?.paint).toEqual({});
});

test('an attribution stays text, whatever is typed', () => {
  const typed = { ...provider, attribution: `<img src=x onerror="alert('1')"> A & B` };
  const [source] = Object.values(rasterGround(typed, 'general').sources);
  const shown = document.createElement('div');
  shown.innerHTML = source?.attribution ?? '';
  expect(shown.children).toHaveLength(0);
  expect(shown.textContent).toBe(typed.attribution);
});
