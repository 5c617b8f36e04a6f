import { expect, test } from 'vitest';
import { safeName } from './names.ts';

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['C:\\Users\\某\\报告.csv', '报告.csv'],
  ['/etc/shadow', 'shadow'],
  ['<script>alert(1)</script>.html', 'script.html'],
  ['a:b|c?d*e.txt', 'abcde.txt'],
  ['报告 2026年.csv', '报告 2026年.csv'],
  ['  spaced .txt ', 'spaced .txt'],
  ['invoice\u202Efdp.bin', 'invoicefdp.bin'],
  ['zero\u200Bwidth.txt', 'zerowidth.txt'],
  ['', 'file'],
  ['..', 'file'],
  ['.', 'file'],
  ['...', 'file'],
  ['😀.txt', '😀.txt'],
  ['CON.txt', '_CON.txt'],
  ['nul.old.txt', '_nul.old.txt'],
  ['com1 .txt', '_com1 .txt'],
  ['console.txt', 'console.txt'],
])('a file named %j is shown as %j', (name, shown) => {
  expect(safeName(name)).toBe(shown);
});

test('a long name is cut before its ending, never through the middle of a character', () => {
  expect(safeName(`${'长'.repeat(195)}😀长长.txt`)).toBe(`${'长'.repeat(195)}😀.txt`);
  expect(safeName(`${'a'.repeat(5000)}.txt`)).toBe(`${'a'.repeat(196)}.txt`);
  expect(safeName('a'.repeat(5000))).toHaveLength(200);
});
