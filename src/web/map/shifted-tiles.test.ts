import { expect, test, vi } from 'vitest';

vi.mock('maplibre-gl', () => ({ addProtocol: () => undefined }));
const { shiftedAddress, shiftedCorner } = await import('./shifted-tiles.ts');

const METRES_ROUND = 40_075_017;

test('tiles of China are shifted by some hundreds of metres, tiles elsewhere not at all', () => {
  // Beijing at zoom 14.
  const [x, y] = [13_487, 6207];
  const [left, top] = shiftedCorner(14, x, y);
  const metres = (METRES_ROUND / 2 ** 14) * Math.cos((39.9 * Math.PI) / 180);
  const moved = Math.hypot(left - x, top - y) * metres;
  expect(moved).toBeGreaterThan(300);
  expect(moved).toBeLessThan(800);
  // East and a little north, as GCJ-02 is there.
  expect(left).toBeGreaterThan(x);
  expect(top).toBeLessThan(y);
  expect(shiftedCorner(14, 8000, 5000)).toEqual([8000, 5000]);
});

test('an address keeps its own places inside', () => {
  const inside = 'https://a.example/tile?x={x}&y={y}&z={z}';
  const address = shiftedAddress(inside);
  expect(address).toMatch(/^gcj02:\/\/\{z\}\/\{x\}\/\{y\}\//);
  // The renderer fills in the outer places only.
  expect(decodeURIComponent(address.slice(address.lastIndexOf('/') + 1))).toBe(inside);
  expect(address.match(/\{x\}/g)).toHaveLength(1);
});
