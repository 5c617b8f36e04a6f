import { expect, test } from 'vitest';
import { writtenFigures } from './heat-layer.ts';

const anywhere = () => true;

test('of stations that are close together the highest figure is written', () => {
  const places = [
    { x: 100, y: 100 },
    { x: 110, y: 104 },
    { x: 300, y: 100 },
    { x: 302, y: 100 },
  ];
  const values = Float32Array.from([117, 386, Number.NaN, 40]);
  expect(writtenFigures(places, values, anywhere)).toEqual([1, 3]);
  expect(writtenFigures(places, values, ({ x }) => x < 105)).toEqual([0]);
});
