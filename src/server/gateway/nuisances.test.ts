import { expect, test } from 'vitest';
import { Nuisances } from './nuisances.ts';

test('an address is remembered for a minute after the last time', () => {
  const nuisances = new Nuisances();
  expect(nuisances.has('a', 0)).toBe(false);
  nuisances.add('a', 0);
  nuisances.add('a', 30_000);
  expect(nuisances.has('a', 89_999)).toBe(true);
  expect(nuisances.has('b', 1)).toBe(false);
  expect(nuisances.has('a', 90_000)).toBe(false);
});

test('an attack from everywhere does not fill the memory; the latest are remembered', () => {
  const nuisances = new Nuisances();
  for (let i = 0; i < 20_000; i++) nuisances.add(`address ${i}`, i);
  expect(nuisances.has('address 0', 1)).toBe(false);
  expect(nuisances.has('address 19999', 20_000)).toBe(true);
});
