import { expect, test } from 'vitest';
import { passwordProblem } from './password-policy.ts';

const loose = { password_min: 6, password_kinds: 1, password_not_account: false };
const strict = { password_min: 10, password_kinds: 3, password_not_account: true };

test('the length is counted in characters', () => {
  expect(passwordProblem('abc12', loose, [])).toEqual({ problem: 'too_short', params: { min: 6 } });
  expect(passwordProblem('abc123', loose, [])).toBeUndefined();
  // Three characters with two UTF-16 code units each.
  expect(passwordProblem('😀😀😀', loose, [])?.problem).toBe('too_short');
});

test('kinds are small and capital letters, digits and others', () => {
  expect(passwordProblem('abcdefghij1', strict, [])).toEqual({
    problem: 'password_kinds',
    params: { count: 3 },
  });
  expect(passwordProblem('Abcdefghij1', strict, [])).toBeUndefined();
  expect(passwordProblem('abcdefghij1!', strict, [])).toBeUndefined();
});

test('the account name is not part of it, in any case, unless it is too short to mean anything', () => {
  expect(passwordProblem('ZhangSan#2026', strict, ['zhangsan', null])?.problem).toBe('password_account');
  expect(
    passwordProblem('ZhangSan#2026', { ...strict, password_not_account: false }, ['zhangsan']),
  ).toBeUndefined();
  expect(passwordProblem('Liquid#2026x', strict, ['li'])).toBeUndefined();
});
