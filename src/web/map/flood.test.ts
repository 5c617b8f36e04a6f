import { expect, test } from 'vitest';
import { flooded } from './flood.ts';

const rows = ['..#..', '..#..', '###..', '.....'];
const border = Uint8Array.from(rows.join(''), (cell) => (cell === '#' ? 1 : 0));
const shown = (mask: Uint8Array) =>
  rows.map((_, row) => [...mask.slice(row * 5, row * 5 + 5)].map((cell) => (cell ? 'x' : '.')).join(''));

test('an area ends at its borders and has them', () => {
  expect(shown(flooded(border, 5, 4, [0]))).toEqual(['xxx..', 'xxx..', 'xx...', '.....']);
});

test('two seeds fill both sides; a seed on a border or outside fills nothing', () => {
  expect(flooded(border, 5, 4, [0, 4]).every((cell) => cell === 1)).toBe(true);
  expect(flooded(border, 5, 4, [2, -1, 99]).some((cell) => cell === 1)).toBe(false);
});
