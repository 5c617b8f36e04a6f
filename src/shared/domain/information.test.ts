import { expect, test } from 'vitest';
import { informationTime } from './information.ts';

test('a value that names a moment is read on the network clock; anything else is none', () => {
  expect(informationTime('20261115161439')?.toISOString()).toBe('2026-11-15T08:14:39.000Z');
  for (const value of ['20261315161439', '2026111516143', '2026-11-15', '12.5', '']) {
    expect(informationTime(value)).toBeUndefined();
  }
});
