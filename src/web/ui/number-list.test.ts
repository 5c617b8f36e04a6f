import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersIn, numbersText } from './number-list.ts';

test.each([
  [[], ''],
  [[7], '7'],
  [[1, 2, 3, 9, 11, 12], '1-3,9,11-12'],
  [[3, 2, 1], '3,2,1'],
])('%j stands in the address as %j', (numbers, text) => {
  expect(numbersText(numbers)).toBe(text);
  expect(numbersIn(text)).toEqual(numbers);
});

test('whatever is written is read again, in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500)), (numbers) => {
      expect(numbersIn(numbersText(numbers))).toEqual(numbers);
    }),
  );
});

test('what is no number, and runs without end, are left out', () => {
  expect(numbersIn('a,-1,2,5-3,1-999999999,4')).toEqual([2, 4]);
  expect(numbersIn(null)).toEqual([]);
});
