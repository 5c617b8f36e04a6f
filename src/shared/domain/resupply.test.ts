import { expect, test } from 'vitest';
import { CHUNK_MS, chunksOf, stretchesOf } from './resupply.ts';
import { HOUR_MS } from './time-units.ts';

test('missing hours that follow each other are asked for together', () => {
  const hours = [0, 1, 2, 5, 7, 8].map((hour) => hour * HOUR_MS);
  const found = stretchesOf(hours, HOUR_MS).map(({ from, to }) => [from / HOUR_MS, to / HOUR_MS]);
  expect(found).toEqual([
    [0, 3],
    [5, 6],
    [7, 9],
  ]);
});

test('a long stretch is asked for in parts without a hole or an overlap', () => {
  const parts = chunksOf({ from: 0, to: 2.5 * CHUNK_MS.minute }, 'minute');
  expect(parts.map(({ from }) => from)).toEqual([0, CHUNK_MS.minute, 2 * CHUNK_MS.minute]);
  expect(parts.at(-1)?.to).toBe(2.5 * CHUNK_MS.minute);
});
