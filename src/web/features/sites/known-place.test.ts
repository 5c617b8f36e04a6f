import { expect, test } from 'vitest';
import { placeOf } from './known-place.ts';

const names = new Map(
  ['370000', '370100', '370102', '441900', '440000', '320000', '320600', '320613'].map((code) => [
    code,
    code,
  ]),
);

test.each([
  ['370102', { province_code: '370000', city_code: '370100', area_code: '370102' }],
  // A city without districts, a merged district, and a code in no list.
  ['441900', { province_code: '440000', city_code: '441900', area_code: null }],
  ['320602', { province_code: '320000', city_code: '320600', area_code: '320613' }],
  ['370199', { province_code: '370000', city_code: '370100', area_code: null }],
  ['990101', undefined],
])('%s', (code, place) => {
  expect(placeOf(code, names)).toEqual(place);
});
