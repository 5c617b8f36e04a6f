import { expect, test, vi } from 'vitest';

vi.mock('maplibre-gl', () => ({ addProtocol: () => undefined }));
const { shiftedAddress } = await import('./shifted-tiles.ts');

test('an address keeps its own places inside', () => {
  const inside = 'https://a.example/tile?x={x}&y={y}&z={z}';
  const address = shiftedAddress(inside, 'gcj02');
  expect(address).toMatch(/^gcj02:\/\/\{z\}\/\{x\}\/\{y\}\//);
  // maplibre replaces the outer placeholders only.
  expect(decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))).toBe(inside);
  expect(address.match(/\{x\}/g)).toHaveLength(1);
});
