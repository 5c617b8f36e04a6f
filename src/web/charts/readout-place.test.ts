import { expect, test } from 'vitest';
import { readoutPlace } from './readout-place.ts';

const room = { left: 0, top: 0, right: 800, bottom: 400 };
const size = { width: 200, height: 100 };

/** Whether the readout covers the pointer, and whether it is cut off. */
function judged(x: number, y: number, within = room, of = size) {
  const { left, top } = readoutPlace({ x, y }, of, within);
  const covers = x >= left && x <= left + of.width && y >= top && y <= top + of.height;
  const isCut =
    left < within.left ||
    top < within.top ||
    left + of.width > within.right ||
    top + of.height > within.bottom;
  return { covers, isCut };
}

test('it never covers the pointer and is never cut', () => {
  for (let x = 0; x <= 800; x += 40)
    for (let y = 0; y <= 400; y += 40)
      expect(judged(x, y), `${x} ${y}`).toEqual({ covers: false, isCut: false });
});

test('on a narrow screen it stands above or below the pointer', () => {
  const narrow = { ...room, right: 320 };
  for (const x of [10, 160, 310])
    for (const y of [20, 380]) expect(judged(x, y, narrow, { width: 260, height: 100 }).covers).toBe(false);
});
