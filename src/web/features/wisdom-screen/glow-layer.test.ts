import { expect, test } from 'vitest';
import { firstWritten, type Glow } from './glow-layer.ts';

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
