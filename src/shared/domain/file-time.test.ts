import { expect, test } from 'vitest';
import { fileTime, parseFileTime } from './file-time.ts';

const eight = '2026-01-05T00:00:00.000Z';

test.each([
  ['2026-01-05 08:00:00', eight],
  ['2026-01-05 08:00', eight],
  ['2026-01-05 8:00', eight],
  ['2026/1/5 8:00', eight],
  ['2026/1/5 8:00:00', eight],
  ['2026.01.05 08:00', eight],
  ['2026-01-05T08:00:00', eight],
  ['20260105080000', eight],
  ['202601050800', eight],
  ['2026-01-05T08:00:00+08:00', eight],
  ['2026-01-05T00:00:00Z', eight],
  ['2026-01-05T00:00:00.250Z', '2026-01-05T00:00:00.250Z'],
  ['46027.333333333336', eight],
  ['2026-01-04 24:00', '2026-01-04T16:00:00.000Z'],
  ['2026-12-31 24:00', '2026-12-31T16:00:00.000Z'],
  ['2026-01-05', '2026-01-04T16:00:00.000Z'],
  ['20260105', '2026-01-04T16:00:00.000Z'],
  ['  2026-01-05 08:00 ', eight],
])('%s is read', (text, iso) => {
  expect(parseFileTime(text)?.toISOString()).toBe(iso);
});

test.each([
  '',
  'yesterday',
  '2026-02-30 08:00',
  '2026-01-05 25:00',
  '2026-01-05 24:30',
  '2026-01-05 08:61',
  '05/01/2026 08:00',
  '2026-01/05 08:00',
  '20261305080000',
  '12.5',
  '999999',
  '2026-01-05T08:00:00+99',
])('"%s" is no time', (text) => {
  expect(parseFileTime(text)).toBeUndefined();
});

test('an instant is written so that it is read as itself', () => {
  for (const iso of [eight, '2026-01-05T00:00:00.250Z', '1999-06-01T12:34:56.000Z']) {
    expect(parseFileTime(fileTime(new Date(iso)))?.toISOString()).toBe(iso);
  }
  expect(fileTime(new Date(eight))).toBe('2026-01-05 08:00:00');
});

test('an hour that the clock shows twice is not mixed up with the other', () => {
  const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'];
  expect(fileTime(new Date(first), 'Europe/Berlin')).toBe('2026-10-25 02:30:00');
  expect(fileTime(new Date(second), 'Europe/Berlin')).toBe(second);
});
