import { expect, test } from 'vitest';
import {
  isTileAddress,
  isTileHost,
  tianditu,
  tileAddresses,
  tileOrigins,
  tileProblem,
} from './tile-provider.ts';

test('a WMTS service is asked on every host, with the key, by row and column', () => {
  const provider = tianditu('a b');
  const [ground = ''] = provider.tiles.general;
  expect(tileAddresses(ground, provider)).toHaveLength(8);
  expect(tileAddresses(ground, provider)[1]).toBe(
    'https://t1.tianditu.gov.cn/vec_w/wmts?tk=a%20b&SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=vec' +
      '&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}',
  );
});

test('a browser goes to each host of each type, and nowhere else', () => {
  const provider = {
    id: 'own',
    tiles: { general: ['https://a.example/{z}/{x}/{y}.png'], dark: ['https://{s}.example/d/{z}/{x}/{y}'] },
    hosts: ['a', 'b'],
    max_zoom: 18,
    attribution: '',
  };
  expect(tileOrigins(provider)).toEqual(['https://a.example', 'https://b.example']);
});

test('an origin that could not stand in a header is left out, and its address is none of tiles', () => {
  const general = [
    'https://a.example;x/{z}',
    'https://a.example,b/{z}',
    'https://a example/{z}',
    "https://a'b.example/{z}",
    'https://地图.example/{z}',
    'https://user@a.example/{z}',
    'https:///{z}',
    'javascript:alert(1)/{z}',
    'https://a.example:99999/{z}',
    'https://a.example:0/{z}',
    'https://[::::]/{z}',
    'https://[1::2::3]/{z}',
    'https://-/{z}',
    'https://-a.example/{z}',
    'https://a-.example/{z}',
    'https://a..example/{z}',
    'https://999.1.1.1/{z}',
    'https://010.1.1.1/{z}',
    `https://${'a'.repeat(64)}.example/{z}`,
    'https://{s}.example/{z}',
  ];
  const provider = { id: 'own', tiles: { general }, hosts: ['1;2'], max_zoom: 18, attribution: '' };
  expect(tileOrigins(provider)).toEqual([]);
  expect(general.filter(isTileAddress)).toEqual(['https://{s}.example/{z}']);
  expect(['1;2', 'a b', '', 'a..b', '-', 'a-', '-.a', 'a.b', '01', 'a-b'].filter(isTileHost)).toEqual([
    ...['a.b', '01', 'a-b'],
  ]);
  const good = ['http://[::1]:8080/{z}', 'https://tiles-1.example.:443/{z}', 'http://10.0.0.7:65535/{z}'];
  expect(good.filter(isTileAddress)).toEqual(good);
});

test('addresses and hosts that are right by themselves may make no origin together', () => {
  const provider = (address: string, ...hosts: string[]) => ({
    ...{ id: 'own', tiles: { general: [address] }, hosts, max_zoom: 18, attribution: '' },
  });
  expect(tileProblem(provider('https://{s}.example/{z}', 'a', 'b'))).toBeUndefined();
  expect(tileProblem(provider('http://10.0.0.{s}/{z}', '7', '300'))).toBe('bad_format');
  expect(tileProblem(provider('http://a.example:{s}/{z}', '99999'))).toBe('bad_format');
  expect(tileProblem(provider('https://{s}.example/{z}', ...Array(99).fill(0).map(String)))).toBeUndefined();
  const many = Array.from({ length: 99 }, (_, n) => `h${n}`);
  expect(tileProblem(provider('https://{s}.example/{z}', ...many))).toBe('too_many_hosts');
});
