import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atWallTime, formatTime, parseTime, startOfDay, wallTime, yearBefore } from './time.ts';

const iso = (at: Date | undefined) => at?.toISOString();

describe('wall time', () => {
  test('Shanghai is eight hours ahead, whatever the machine’s own zone', () => {
    expect(wallTime(new Date('2024-05-01T16:30:15Z'))).toEqual({
      year: 2024,
      month: 5,
      day: 2,
      hour: 0,
      minute: 30,
      second: 15,
    });
  });

  test('another zone can be asked for', () => {
    expect(wallTime(new Date('2024-05-01T23:00:00Z'), 'UTC')).toMatchObject({ day: 1, hour: 23 });
    expect(wallTime(new Date('2024-05-01T23:00:00Z'), 'Asia/Kolkata')).toMatchObject({
      day: 2,
      hour: 4,
      minute: 30,
    });
  });

  test('every moment since 1992 comes back from the time on the wall', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1992-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.constantFrom('Asia/Shanghai', 'Asia/Urumqi', 'UTC', 'Asia/Kathmandu'),
        (date, zone) => {
          const at = new Date(Math.floor(date.getTime() / 1000) * 1000);
          expect(atWallTime(wallTime(at, zone), zone)).toEqual(at);
        },
      ),
    );
  });

  test('a skipped time moves on by what was skipped', () => {
    expect(iso(parseTime('2024-03-10 02:30', 'America/New_York'))).toBe('2024-03-10T07:30:00.000Z');
  });

  test('a time shown twice means the first', () => {
    expect(iso(parseTime('2024-11-03 01:30', 'America/New_York'))).toBe('2024-11-03T05:30:00.000Z');
  });

  test('Shanghai’s own summer time is honoured', () => {
    expect(iso(parseTime('1988-07-01 12:00'))).toBe('1988-07-01T03:00:00.000Z');
    expect(iso(parseTime('1988-12-01 12:00'))).toBe('1988-12-01T04:00:00.000Z');
  });
});

describe('start of day', () => {
  test.each([
    ['2024-05-01T15:59:59.999Z', '2024-04-30T16:00:00.000Z'],
    ['2024-05-01T16:00:00.000Z', '2024-05-01T16:00:00.000Z'],
    ['2024-02-29T10:00:00.123Z', '2024-02-28T16:00:00.000Z'],
  ])('of %s is %s in Shanghai', (at, start) => expect(iso(startOfDay(new Date(at)))).toBe(start));

  test('of a day without midnight is its first moment', () => {
    const start = startOfDay(new Date('2018-11-04T15:00:00Z'), 'America/Sao_Paulo');
    expect(formatTime(start, 'yyyy-MM-dd HH:mm', 'America/Sao_Paulo')).toBe('2018-11-04 01:00');
  });
});

describe('formatting', () => {
  const at = new Date('2024-01-01T16:05:09Z');

  test.each([
    ['yyyy-MM-dd HH:mm:ss', '2024-01-02 00:05:09'],
    ['yyyy-MM-dd HH:mm', '2024-01-02 00:05'],
    ['yyyy-MM-dd', '2024-01-02'],
    ['HH:mm:ss', '00:05:09'],
    ['HH:mm', '00:05'],
  ] as const)('%s', (pattern, text) => expect(formatTime(at, pattern)).toBe(text));

  test('seconds are shown and Shanghai is meant when nothing is said', () => {
    expect(formatTime(at)).toBe('2024-01-02 00:05:09');
    expect(formatTime(at, 'HH:mm', 'UTC')).toBe('16:05');
  });

  test('an invalid date shows nothing', () => {
    expect(formatTime(new Date(Number.NaN))).toBe('');
  });
});

test.each([
  ['2026-07-01', '2025-07-01 00:00:00'],
  // In UTC it is still 29 February.
  ['2028-03-01', '2027-03-01 00:00:00'],
  ['2028-02-29', '2027-03-01 00:00:00'],
  ['2027-03-01 12:30', '2026-03-01 12:30:00'],
])('a year before %s is %s', (text, before) => {
  expect(formatTime(yearBefore(parseTime(text) ?? new Date(0)))).toBe(before);
});

describe('parsing', () => {
  test.each([
    ['2024-05-01', '2024-04-30T16:00:00.000Z'],
    ['2024-05-01 08:30', '2024-05-01T00:30:00.000Z'],
    ['2024-05-01T08:30:15', '2024-05-01T00:30:15.000Z'],
    ['2024-02-29 23:59:59', '2024-02-29T15:59:59.000Z'],
  ])('%s is %s', (text, at) => expect(iso(parseTime(text))).toBe(at));

  test.each([
    '',
    '2024',
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-01-01 24:00',
    '2024-01-01 08:60',
    '2024-1-1',
  ])('"%s" is no time', (text) => expect(parseTime(text)).toBeUndefined());

  test('what is formatted reads back as the same second', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1992-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          expect(parseTime(formatTime(date))?.getTime()).toBe(Math.floor(date.getTime() / 1000) * 1000);
        },
      ),
    );
  });
});
