import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { againProblem, codeProblem, mobileProblem, only, passwordProblem } from './checks.ts';
import { leadingZeroBits, prove } from './proof.ts';
import { redirectTarget } from './redirect-target.ts';

test('a mobile number is required, digits only, eleven of them, and one that exists', () => {
  expect(mobileProblem(' ')).toBe('login.mobile_required');
  expect(mobileProblem('1380000000a')).toBe('login.mobile_digits');
  expect(mobileProblem('138')).toBe('login.mobile_length');
  expect(mobileProblem('12000000000')).toBe('problems.bad_mobile');
  expect(mobileProblem('13800000000')).toBeUndefined();
});

test('passwords have six characters or more, and match', () => {
  expect(passwordProblem('', 'login.new_password_required')).toBe('login.new_password_required');
  expect(passwordProblem('12345', 'login.password_required')).toBe('login.password_short');
  expect(passwordProblem('123456', 'login.password_required')).toBeUndefined();
  expect(againProblem('123457', '123456')).toBe('problems.passwords_differ');
  expect(againProblem('123456', '123456')).toBeUndefined();
});

test('a code has six digits', () => {
  expect(codeProblem('')).toBe('login.code_required');
  expect(codeProblem('12345')).toBe('login.code_format');
  expect(codeProblem('123456')).toBeUndefined();
});

test('no problem leaves nothing', () => {
  expect(only({ a: undefined, b: 'login.code_required' })).toEqual({ b: 'login.code_required' });
});

test('the proof has as many leading zero bits as were asked for', async () => {
  const challenge = { seed: 'seed', bits: 10, expires: 1, signature: 's' };
  const proof = await prove(challenge);
  const hash = sha256(new TextEncoder().encode(`seed:${proof.nonce}`));
  expect(leadingZeroBits(hash)).toBeGreaterThanOrEqual(10);
  expect(proof).toMatchObject(challenge);
  expect(leadingZeroBits(new Uint8Array([0, 0b0001_0000]))).toBe(11);
  expect(leadingZeroBits(new Uint8Array(4))).toBe(32);
});

test('sign-in leads back to a path of this site and nowhere else', () => {
  const origin = 'http://platform.example';
  expect(redirectTarget('/userconfigs/users?page_index=2', origin)).toBe('/userconfigs/users?page_index=2');
  for (const elsewhere of [
    null,
    '',
    'users',
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example/',
    '/login?redirect=/x',
    '/',
  ]) {
    expect(redirectTarget(elsewhere, origin)).toBe('/homepages');
  }
});
