import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contentFits } from './content-type.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const zipOf = (first: string) =>
  Buffer.concat([
    hex('504b0304 1400 0000 0800 0000 0000 00000000 00000000 00000000'),
    Buffer.from([first.length, 0, 0, 0]),
    Buffer.from(first),
    deflateRawSync('x'),
  ]);
const samples: Record<string, Buffer> = {
  pdf: Buffer.from('%PDF-1.7\n'),
  png: hex('89504e470d0a1a0a0000000d'),
  jpg: hex('ffd8ffe000104a464946'),
  gif: Buffer.from('GIF89a\x01\x00'),
  webp: Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 '),
  xlsx: zipOf('[Content_Types].xml'),
  docx: zipOf('word/document.xml'),
  apk: zipOf('AndroidManifest.xml'),
  xls: hex('d0cf11e0a1b11ae10000'),
  gz: gzipSync('x'),
  mp4: hex('00000018 66747970 69736f6d'),
  txt: Buffer.from('PM2.5 的小时均值\r\n'),
  csv: Buffer.from('a,b\n1,2\n'),
  exe: Buffer.from('MZ\x90\x00\x03'),
};

test.each(Object.keys(samples))('a real %s is what it says', (type) => {
  expect(contentFits(type, samples[type] as Buffer)).toBe(true);
});

test.each([
  ['exe', 'pdf'],
  ['exe', 'txt'],
  ['exe', 'jpg'],
  ['pdf', 'txt'],
  ['txt', 'pdf'],
  ['png', 'jpg'],
  ['apk', 'xlsx'],
  ['xlsx', 'apk'],
  ['xls', 'xlsx'],
  ['gz', 'zip'],
  ['webp', 'mp4'],
])('an %s that is called .%s lies', (real, called) => {
  expect(contentFits(called, samples[real] as Buffer)).toBe(false);
});

test('text may be GBK, UTF-16 with its mark, or nothing at all', () => {
  expect(contentFits('csv', hex('d5beb5e32c3132'))).toBe(true);
  expect(contentFits('txt', Buffer.from('\ufeff站点', 'utf16le'))).toBe(true);
  expect(contentFits('txt', Buffer.alloc(0))).toBe(true);
  expect(contentFits('png', Buffer.alloc(0))).toBe(false);
});

test('a type that promises nothing may hold anything', () => {
  for (const content of Object.values(samples)) expect(contentFits('bin', content)).toBe(true);
});
