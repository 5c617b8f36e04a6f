import { expect, test } from 'vitest';
import { framePartsOf } from './frame-parts.ts';

const frame =
  '##0101QN=20261115080000001;ST=22;CN=2011;PW=123456;MN=M1;Flag=5;CP=&&DataTime=20261115080000;a34004-Rtd=35.5,a34004-Flag=N&&1C40\r\n';
const shown = (raw: string) =>
  framePartsOf(raw)
    .filter(({ field }) => field)
    .map(({ kind, text, field }) => `${field} ${kind} ${text}`);

test('a frame falls into length, header fields, items and check', () => {
  expect(shown(frame)).toEqual([
    'length length 0101',
    'QN header QN=20261115080000001',
    'ST header ST=22',
    'CN header CN=2011',
    'PW header PW=123456',
    'MN header MN=M1',
    'FLAG header Flag=5',
    '0 content DataTime=20261115080000',
    '1 content a34004-Rtd=35.5',
    '2 content a34004-Flag=N',
    'crc crc 1C40',
  ]);
});

test.each([
  ['a whole frame', frame],
  ['junk before it', `AT+OK${frame}`],
  ['no content', '##0010ST=22;MN=1'],
  ['content that is not closed', '##0020ST=22;CP=&&a=1;b=2'],
  ['separators with nothing between them', '##0020;;ST=22;CP=&&;;a=1,,b=2;&&ABCD'],
  ['stray commas', '##0020PW=1,;,MN=1 ,;,;CP=&&a=1&&ABCD'],
  ['no frame at all', 'hello'],
  ['nothing', ''],
])('the parts of %s make up the text again', (_what, raw) => {
  expect(
    framePartsOf(raw)
      .map(({ text }) => text)
      .join(''),
  ).toBe(raw);
});

test('a stray comma is no part of a header field', () => {
  expect(shown('##0020PW=1;,MN=M1, ;Flag=5;CP=&&&&ABCD').slice(1, 4)).toEqual([
    'PW header PW=1',
    'MN header MN=M1',
    'FLAG header Flag=5',
  ]);
});

test('a log text may hold separators', () => {
  const log = '##0060ST=22;CN=3020;CP=&&DataTime=1;i11001-Info=//door, opened; closed//;b=1&&ABCD';
  expect(shown(log).slice(-3)).toEqual([
    '1 content i11001-Info=//door, opened; closed//',
    '2 content b=1',
    'crc crc ABCD',
  ]);
});

test('empty items are not counted', () => {
  expect(shown('##0020;;ST=22;CP=&&;;a=1,,b=2;&&ABCD')).toEqual([
    'length length 0020',
    'ST header ST=22',
    '0 content a=1',
    '1 content b=2',
    'crc crc ABCD',
  ]);
});
