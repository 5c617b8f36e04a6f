import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hasMinLength,
  isAnswerable,
  isCkb,
  isDc,
  isDeviceNumber,
  isHmiNumber,
  isHour,
  isIpPort,
  isIsoDate,
  isLatitude,
  isLongitude,
  isMeetingSpan,
  isMinute,
  isMobile,
  isNonEmpty,
  isNotEarlier,
  isNotZero,
  isPassword,
  isPositiveInteger,
  isPresent,
  isPw1,
  isPw2,
  isWordText,
  isZoom,
} from './validators.ts';

describe('non-empty text', () => {
  test.each(['a', ' a ', '0', '中'])('"%s" is', (text) => expect(isNonEmpty(text)).toBe(true));
  test.each(['', ' ', '\t\n', '\u3000', '\u00a0'])('%j is not, once trimmed', (text) =>
    expect(isNonEmpty(text)).toBe(false),
  );
});

describe('password length', () => {
  test.each(['123456', 'abcdef', '      ', '密码六个字符', '😀😀😀😀😀😀'])('"%s" is long enough', (text) =>
    expect(isPassword(text)).toBe(true),
  );
  test.each(['', '12345', '密码', '😀😀😀'])('"%s" is too short', (text) =>
    expect(isPassword(text)).toBe(false),
  );

  test('a character outside the basic plane counts once', () => {
    expect(hasMinLength('𠮷', 1)).toBe(true);
    expect(hasMinLength('𠮷', 2)).toBe(false);
  });
});

describe('IP and port', () => {
  test.each(['0.0.0.0:0', '255.255.255.255:65535', '192.168.1.10:8000', '10.0.0.1:80', '1.2.3.4:9'])(
    '%s is one',
    (text) => expect(isIpPort(text)).toBe(true),
  );
  test.each([
    '',
    '192.168.1.10',
    '192.168.1.10:',
    ':80',
    '256.1.1.1:80',
    '1.1.1.300:80',
    '1.1.1:80',
    '1.1.1.1.1:80',
    '1.1.1.1:65536',
    '1.1.1.1:70000',
    '1.1.1.1:100000',
    '1.1.1.1:-1',
    '01.1.1.1:80',
    '1.1.1.1:080',
    'a.b.c.d:80',
    ' 1.1.1.1:80',
    '1.1.1.1:80\n',
    '1.1.1.1：80',
    'localhost:80',
    '[::1]:80',
  ])('%j is not', (text) => expect(isIpPort(text)).toBe(false));

  test('every octet and every port in range is accepted, the next number is not', () => {
    for (let octet = 0; octet <= 300; octet++) expect(isIpPort(`1.${octet}.1.1:1`)).toBe(octet <= 255);
    for (let port = 0; port <= 66_000; port++) {
      if (isIpPort(`1.1.1.1:${port}`) !== port <= 65_535) expect.fail(`port ${port}`);
    }
  });
});

describe('zero and nothing', () => {
  test.each([1, -1, 0.001, '1', 'a', '', ' ', null, undefined, Number.NaN, false])(
    '%j is not zero',
    (value) => expect(isNotZero(value)).toBe(true),
  );
  test.each([0, -0, 0n, '0', ' 0 ', '0.00', '-0', '0e5'])('%s is zero', (value) =>
    expect(isNotZero(value)).toBe(false),
  );
  test.each([0, false, ' ', 'x', [], {}, Number.NaN])('%j is present', (value) =>
    expect(isPresent(value)).toBe(true),
  );
  test.each(['', null, undefined])('%j is not present', (value) => expect(isPresent(value)).toBe(false));
});

describe('word text', () => {
  test.each(['蓝境', 'abcXYZ', '0123', '一号站A1', '〇', '㐀', '𠮷'])('"%s" is', (text) =>
    expect(isWordText(text)).toBe(true),
  );
  test.each(['', ' ', 'a b', 'a_b', 'a-b', '蓝境。', '（一）', 'é', 'Ａ', '１', 'かな', '한', '😀', 'a\n'])(
    '%j is not',
    (text) => expect(isWordText(text)).toBe(false),
  );
});

describe('mainland mobile numbers', () => {
  const open = new Set(
    [
      '130 131 132 133 134 135 136 137 138 139',
      '140 141 144 145 146 147 148 149',
      '150 151 152 153 155 156 157 158 159',
      '162 165 166 167',
      '170 171 172 173 174 175 176 177 178',
      '180 181 182 183 184 185 186 187 188 189',
      '190 191 192 193 195 196 197 198 199',
    ].flatMap((row) => row.split(' ')),
  );

  test('exactly the prefixes in use are accepted', () => {
    for (let prefix = 0; prefix <= 999; prefix++) {
      const start = String(prefix).padStart(3, '0');
      expect(isMobile(`${start}12345678`), start).toBe(open.has(start));
    }
  });

  test.each([
    '',
    '1381234567',
    '138123456789',
    '+8613812345678',
    '138 1234 5678',
    '1381234567a',
    '１３８12345678',
  ])('"%s" is not one', (text) => expect(isMobile(text)).toBe(false));
});

describe('dates', () => {
  test.each(['2024-02-29', '2000-02-29', '2023-12-31', '0001-01-01', '9999-12-31', '2024-04-30'])(
    '%s is one',
    (text) => expect(isIsoDate(text)).toBe(true),
  );
  test.each([
    '',
    '2023-02-29',
    '1900-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-01-32',
    '0000-01-01',
    '2024-1-1',
    '24-01-01',
    '2024/01/01',
    '20240101',
    '2024-01-01T00:00:00Z',
    ' 2024-01-01',
    '2024-01-01\n',
  ])('%j is not', (text) => expect(isIsoDate(text)).toBe(false));

  test.each([1900, 2000, 2023, 2024, 2100])('%i has exactly the days of the calendar', (year) => {
    for (let month = 1; month <= 12; month++) {
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      for (let day = 1; day <= 31; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        expect(isIsoDate(text), text).toBe(day <= days);
      }
    }
  });

  test('every day that a Date can name is accepted', () => {
    const min = new Date('0001-01-01T00:00:00Z');
    const max = new Date('9999-12-31T00:00:00Z');
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) =>
        isIsoDate(date.toISOString().slice(0, 10)),
      ),
    );
  });
});

describe('map bounds', () => {
  test.each([
    ['latitude', isLatitude, -74, 74],
    ['longitude', isLongitude, -180, 180],
    ['zoom', isZoom, 3, 19],
  ])('%s ends at its limits', (_name, within, min, max) => {
    expect([min, (min + max) / 2, max].every(within)).toBe(true);
    expect([min - 0.000_001, max + 0.000_001, Number.NaN, Number.POSITIVE_INFINITY].some(within)).toBe(false);
  });
});

describe('key, device and clock numbers', () => {
  test.each([1, 42, Number.MAX_SAFE_INTEGER, '1', '90', '12345678901234567890'])(
    '%s is a positive integer',
    (value) => expect(isPositiveInteger(value)).toBe(true),
  );
  test.each([0, -1, 1.5, Number.NaN, 1e21, '', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '１', '1\n'])(
    '%j is not a positive integer',
    (value) => expect(isPositiveInteger(value)).toBe(false),
  );

  test('DC, device and HMI numbers have 1 to 10 digits', () => {
    for (const isNumber of [isDc, isDeviceNumber, isHmiNumber]) {
      expect(['1', 7, '9999999999', 9_999_999_999].every(isNumber)).toBe(true);
      expect(['', 0, '10000000000', 10_000_000_000, '-1'].some(isNumber)).toBe(false);
    }
  });

  test('PW1 has exactly 9 digits', () => {
    expect(['123456789', 999_999_999].every(isPw1)).toBe(true);
    expect(['12345678', '1234567890', '012345678', '12345678a', 99_999_999].some(isPw1)).toBe(false);
  });

  test('CKB and PW2 are positive integers of any length', () => {
    for (const isNumber of [isCkb, isPw2]) {
      expect(['1', '123456789012', 5].every(isNumber)).toBe(true);
      expect(['0', '', '1.5', -5].some(isNumber)).toBe(false);
    }
  });

  test('hours run from 0 to 23 and minutes from 0 to 59', () => {
    expect([0, 23].every(isHour)).toBe(true);
    expect([-1, 24, 1.5, Number.NaN].some(isHour)).toBe(false);
    expect([0, 59].every(isMinute)).toBe(true);
    expect([-1, 60, 1.5, Number.NaN].some(isMinute)).toBe(false);
  });
});

describe('meetings and questions', () => {
  const at = (time: string) => new Date(`2024-05-01T${time}Z`);

  test('a meeting lasts at most four hours', () => {
    expect(isMeetingSpan(at('08:00:00'), at('12:00:00'))).toBe(true);
    expect(isMeetingSpan(at('08:00:00'), at('12:00:01'))).toBe(false);
  });

  test('a meeting cannot end when or before it starts', () => {
    expect(isMeetingSpan(at('08:00:00'), at('08:00:00'))).toBe(false);
    expect(isMeetingSpan(at('08:00:00'), at('07:59:59'))).toBe(false);
  });

  test('a start of now is not in the past', () => {
    expect(isNotEarlier(at('08:00:00'), at('08:00:00'))).toBe(true);
    expect(isNotEarlier(at('07:59:59'), at('08:00:00'))).toBe(false);
  });

  test('a question needs two options and one answer', () => {
    expect(isAnswerable(2, 1)).toBe(true);
    expect(isAnswerable(1, 1)).toBe(false);
    expect(isAnswerable(2, 0)).toBe(false);
  });
});
