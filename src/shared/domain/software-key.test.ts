import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faults } from '#shared/faults.ts';
import { type KeyField, keyBytes, keyProblems, keyText } from './software-key.ts';

const right = { dc: '1234567890', ckb: '42', pw1: '123456789', pw2: '7', duration: '365' };
const codeOf = (more: Partial<Record<KeyField, string>>) => {
  const [first] = keyProblems({ ...right, ...more });
  return first ? [faults[first.fault].code, first.field] : 0;
};

test('what keeps the rules has no code', () => {
  expect(keyProblems(right)).toEqual([]);
  expect(codeOf({ dc: '1' })).toBe(0);
  expect(codeOf({ dc: '0000000001' })).toBe(0);
  expect(codeOf({ pw1: '000000001' })).toBe(0);
  expect(codeOf({ ckb: '4294967295', pw2: '999999999', duration: '3650' })).toBe(0);
});

describe('each field has its code for what is no positive integer', () => {
  const codes = { dc: 99, ckb: 100, pw1: 101, pw2: 102, duration: 103 };
  const wrong = [
    '',
    '0',
    '000000000',
    '-1',
    '+1',
    '1.5',
    '1e3',
    'abc',
    '１２',
    '1 2',
    '0x1f',
    '²',
    '1,000',
    'NaN',
  ];
  test.each(Object.entries(codes))('%s: %i', (field, code) => {
    for (const text of wrong) expect([text, codeOf({ [field]: text })]).toEqual([text, [code, field]]);
  });
});

test('lengths and ranges have codes of their own', () => {
  expect(codeOf({ dc: '12345678901' })).toEqual([104, 'dc']);
  expect(codeOf({ dc: '00000000001' })).toEqual([104, 'dc']);
  expect(codeOf({ pw1: '12345678' })).toEqual([105, 'pw1']);
  expect(codeOf({ pw1: '1234567890' })).toEqual([105, 'pw1']);
  expect(codeOf({ ckb: '4294967296' })).toEqual([106, 'ckb']);
  expect(codeOf({ ckb: '9'.repeat(40) })).toEqual([106, 'ckb']);
  expect(codeOf({ pw2: '1000000000' })).toEqual([107, 'pw2']);
  expect(codeOf({ duration: '3651' })).toEqual([108, 'duration']);
});

test('of several the first field gives the code, and all are said', () => {
  const problems = keyProblems({ dc: 'x', ckb: '0', pw1: '1', pw2: '', duration: '9999' });
  expect(problems.map(({ fault }) => faults[fault].code)).toEqual([99, 100, 105, 102, 108]);
});

test('a key reads back as the bytes that it was made of, and in one spelling only', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 120 }), (bytes) => {
      const text = keyText(bytes);
      expect(keyBytes(text)).toEqual(bytes);
      for (const other of [
        text.toLowerCase(),
        text.slice(1),
        `${text}A`,
        text.replaceAll('-', ''),
        ` ${text}`,
      ])
        expect(keyBytes(other)).not.toEqual(bytes);
    }),
  );
});
