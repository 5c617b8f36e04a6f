import { expect, test } from 'vitest';
import { firstWritten, type Glow, uncut } from './glow-layer.ts';

const light = (figure: string, grade: number, alarm = false): Glow => ({
  ...{ site_id: 1, longitude: 0, latitude: 0, name: '', colour: undefined },
  ...{ figure, grade, alarm },
});

test('where one figure has room it is that of the worst station, alarms first', () => {
  const lights = [
    light('113', 3, true),
    light('438', 6, true),
    light('IV', 4),
    light('120', 3, true),
    light('60', 2),
  ];
  expect(lights.sort(firstWritten).map(({ figure }) => figure)).toEqual(['438', '120', '113', 'IV', '60']);
});

test('a label is never cut by the edge of the map: it moves in from the sides, and is left out above and below', () => {
  const map = { clientWidth: 900, clientHeight: 700 };
  const box = { w: 120, h: 44 };
  expect(uncut({ x: 450, y: 300 }, box, map)).toEqual({ x: 450, y: 300 });
  expect(uncut({ x: 895, y: 300 }, box, map)).toEqual({ x: 836, y: 300 });
  expect(uncut({ x: 10, y: 300 }, box, map)).toEqual({ x: 64, y: 300 });
  expect(uncut({ x: 450, y: 10 }, box, map)).toBeUndefined();
  expect(uncut({ x: 450, y: 690 }, box, map)).toBeUndefined();
});
