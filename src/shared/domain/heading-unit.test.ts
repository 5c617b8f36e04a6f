import { expect, test } from 'vitest';
import { otherUnitIn } from './heading-unit.ts';

test.each([
  ['PM2.5 (mg/m3)', 'mg/m3'],
  ['PM2.5 (ug/m3)', undefined],
  ['__proto__', undefined],
  ['PM2.5 (constructor)', undefined],
])('of %s the unit is %s', (heading, unit) => {
  expect(otherUnitIn(heading, 'µg/m³')).toBe(unit);
});
