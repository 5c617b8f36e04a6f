import { describe, expect, test } from 'vitest';
import { type Averaging, type Member, summarise } from './averaging.ts';

const member = (value: number | null, more: Partial<Member> = {}): Member => ({
  at: 0,
  value,
  min: null,
  max: null,
  cou: null,
  counts: true,
  ...more,
});

describe('the value of a period', () => {
  test.each<[Averaging, number[], number | null]>([
    ['mean', [1, 2, 6], 3],
    ['mean', [-1, 1], 0],
    ['mean', [], null],
    ['circular', [350, 10], 0],
    ['circular', [80, 100, 90], 90],
    ['circular', [0, 180], null],
    ['circular', [], null],
    ['last', [5, 7, 6], 6],
    ['last', [], null],
  ])('by %s of %j is %s', (averaging, values, value) => {
    expect(
      summarise(
        values.map((value) => member(value)),
        averaging,
      ).value,
    ).toBe(value);
  });

  test('is the last by time, not by the order of arrival', () => {
    expect(
      summarise([member(1, { at: 30 }), member(2, { at: 50 }), member(3, { at: 40 })], 'last').value,
    ).toBe(2);
  });
});

test('what does not count has come all the same, and enters neither average nor extremes nor total', () => {
  const members = [member(1, { cou: 10 }), member(3, { cou: 20 }), member(99, { cou: 99, counts: false })];
  expect(summarise(members, 'mean')).toEqual({ value: 2, min: 1, max: 3, cou: 30, n: 3, valid: 2 });
});

test('an item without a value has come and is not valid', () => {
  expect(summarise([member(4), member(null)], 'mean')).toMatchObject({ value: 4, n: 2, valid: 1 });
  expect(summarise([member(null)], 'mean')).toEqual({
    value: null,
    min: null,
    max: null,
    cou: null,
    n: 1,
    valid: 0,
  });
});

test('extremes are those of the members, or their values where they name none', () => {
  const members = [member(5, { min: 2, max: 6 }), member(7, { min: 6, max: 11 }), member(1)];
  expect(summarise(members, 'mean')).toMatchObject({ min: 1, max: 11 });
});

test.each<Averaging>(['circular', 'last'])('there are no extremes by %s', (averaging) => {
  expect(summarise([member(350, { min: 300, max: 359 }), member(10)], averaging)).toMatchObject({
    min: null,
    max: null,
  });
});
