import { expect, test } from 'vitest';
import { rasterGround, type TileProvider, wmtsAddress } from './tile-provider.ts';

const ground = wmtsAddress({
  url: 'https://t{s}.example/vec_w/wmts?tk={key}',
  layer: 'vec',
  matrix_set: 'w',
});
const provider: TileProvider = {
  id: 'example',
  tiles: { general: [ground, 'https://example/names/{z}/{x}/{y}.png'] },
  hosts: ['0', '1'],
  key: 'a b',
  max_zoom: 18,
  attribution: 'Example',
};

test('a WMTS service is asked on every host, with the key, by row and column', () => {
  expect(rasterGround(provider, 'general').sources['example-0']?.tiles).toEqual(
    ['0', '1'].map(
      (host) =>
        `https://t${host}.example/vec_w/wmts?tk=a%20b&SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=vec` +
        '&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}',
    ),
  );
});

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
