import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatBytes, formatDuration, formatNumber, truncate } from './numbers.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('truncate', () => {
  test.each([
    [1.005, 1],
    [1.009, 1],
    [0.29, 0.29],
    [0.57, 0.57],
    [1.15, 1.15],
    [4.35, 4.35],
    [8.2, 8.2],
    [2.999_999_9, 2.99],
    [-1.239, -1.23],
    [-0.009, 0],
    [1e-7, 0],
    [-1e-7, 0],
    [123_456_789.987, 123_456_789.98],
    [1e21, 1e21],
    [1.234_56e25, 1.234_56e25],
    [Number.MAX_VALUE, Number.MAX_VALUE],
    [0, 0],
  ])('%d to two decimals is %d', (value, expected) => expect(truncate(value)).toBe(expected));

  test.each([
    [1.999, 0, 1],
    [-1.999, 0, -1],
    [1.2345, 3, 1.234],
    [1.5e-7, 8, 1.5e-7],
    [1.59e-7, 8, 1.5e-7],
    [0.1, 10, 0.1],
  ])('%d to %i decimals is %d', (value, decimals, expected) =>
    expect(truncate(value, decimals)).toBe(expected),
  );

  test('a value that is no number stays what it is', () => {
    expect(truncate(Number.NaN)).toBeNaN();
    expect(truncate(Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('a value written with two decimals comes back as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        const value = cents / 100;
        expect(truncate(value)).toBe(value + 0);
      }),
    );
  });

  test('the result never lies further from zero, and less than one step nearer', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          const cut = truncate(value, decimals);
          expect(Math.abs(cut)).toBeLessThanOrEqual(Math.abs(value));
          expect(Math.abs(value - cut)).toBeLessThan(10 ** -decimals * 1.000_001);
        },
      ),
    );
  });

  test('truncating twice changes nothing', () => {
    fc.assert(
      fc.property(finite, fc.integer({ min: 0, max: 8 }), (value, decimals) => {
        const once = truncate(value, decimals);
        expect(truncate(once, decimals)).toBe(once);
      }),
    );
  });
});

describe('formatNumber', () => {
  test.each([
    [1, 2, '1.00'],
    [1.005, 2, '1.00'],
    [0.29, 2, '0.29'],
    [1.999, 0, '1'],
    [-0.001, 2, '0.00'],
    [-1.5, 3, '-1.500'],
    [1e-7, 2, '0.00'],
    [1e-7, 7, '0.0000001'],
    [1e21, 2, '1000000000000000000000.00'],
    [0, 0, '0'],
  ])('%d with %i decimals reads %s', (value, decimals, text) =>
    expect(formatNumber(value, decimals)).toBe(text),
  );

  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('%s shows nothing', (value) =>
    expect(formatNumber(value)).toBe(''),
  );

  test('the text reads back as the truncated number', () => {
    fc.assert(
      fc.property(finite, (value) => {
        expect(Number(formatNumber(value))).toBe(truncate(value));
      }),
    );
  });
});

describe('formatBytes', () => {
  test.each([
    [0, '0.00 B'],
    [1, '1.00 B'],
    [1023, '1023.00 B'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1024 ** 2 - 1, '1023.99 KB'],
    [1024 ** 2, '1.00 MB'],
    [5.25 * 1024 ** 3, '5.25 GB'],
    [1024 ** 4, '1.00 TB'],
    [1024 ** 5, '1.00 PB'],
    [1024 ** 6, '1.00 EB'],
    [1024 ** 7, '1.00 ZB'],
    [1024 ** 8, '1.00 YB'],
    [2048 * 1024 ** 8, '2048.00 YB'],
  ])('%d bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('%d is no size', (bytes) =>
    expect(formatBytes(bytes)).toBe(''),
  );
});

describe('formatDuration', () => {
  const hour = 3_600_000;

  test.each([
    [0, '0 秒', '0 s'],
    [999, '0 秒', '0 s'],
    [45_000, '45 秒', '45 s'],
    [60_000, '1 分钟', '1 min'],
    [61_000, '1 分钟 1 秒', '1 min 1 s'],
    [hour, '1 小时', '1 h'],
    [hour + 61_000, '1 小时 1 分钟', '1 h 1 min'],
    [71 * hour + 59 * 60_000, '71 小时 59 分钟', '71 h 59 min'],
    [72 * hour, '72 小时', '72 h'],
    [72 * hour + 60_000, '3 天 1 分钟', '3 d 1 min'],
    [73 * hour, '3 天 1 小时', '3 d 1 h'],
    [96 * hour, '4 天', '4 d'],
    [1000 * hour + 30 * 60_000, '41 天 16 小时 30 分钟', '41 d 16 h 30 min'],
    [-90_000, '-1 分钟 30 秒', '-1 min 30 s'],
    [Number.NaN, '', ''],
  ])('%d ms reads %s and %s', (ms, zh, en) => {
    expect(formatDuration(ms)).toBe(zh);
    expect(formatDuration(ms, 'en')).toBe(en);
  });
});
