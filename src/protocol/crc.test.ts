import { expect, test } from 'vitest';
import { crc, crcText, modbusCrc } from './crc.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const of = (text: string) => crcText(crc(bytes(text)));

test.each([
  ['', 'FFFF'],
  ['A', '7080'],
  ['123456789', '2F80'],
  [
    'QN=20160801085857223;ST=32;CN=1062;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&RtdInterval=30&&',
    '1C80',
  ],
  ['QN=20240601085857223;ST=32;CN=1011;PW=123456;MN=010000A8900016F000169DC0;Flag=9;CP=&&&&', '2200'],
  ['QN=20160801085857223;ST=91;CN=9014;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&&&', '3240'],
])('the check of %j is %s', (text, expected) => {
  expect(of(text)).toBe(expected);
});

test('it is not the Modbus check', () => {
  expect(crcText(modbusCrc(bytes('123456789')))).toBe('4B37');
});

test('it goes on from a register, so a segment may come in pieces', () => {
  const whole = bytes('QN=20160801085857223;ST=91');
  expect(crc(whole, 10, whole.length, crc(whole, 0, 10))).toBe(crc(whole));
});

test('every result ends in one of eight pairs of digits, as the domain notes say', () => {
  const endings = new Set<string>();
  for (let high = 0; high < 256; high++)
    for (let low = 0; low < 256; low += 7) endings.add(crcText(crc(Uint8Array.of(high, low))).slice(2));
  expect([...endings].sort()).toEqual(['00', '01', '40', '41', '80', '81', 'C0', 'C1']);
});
