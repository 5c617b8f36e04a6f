import { expect, test } from 'vitest';
import { csvPeriod, csvText, inUnit } from './save-csv.ts';

test('a table is written so that a spreadsheet reads it, and runs nothing of it', () => {
  expect(
    csvText([
      ['站点', 'a,b'],
      ['=1+1', -3],
      ['say "hi"', null],
    ]),
  ).toBe('\ufeff站点,"a,b"\r\n\'=1+1,-3\r\n"say ""hi""",');
});

test('a negative figure stays a figure', () => {
  expect(csvText([['-3.20', '-', '-3']])).toBe("\ufeff-3.20,'-,-3");
});

test('a time is the name that the charts have for the period', () => {
  const at = Date.parse('2026-11-18T15:00:00Z');
  expect(csvPeriod(at, 'hour', 'air')).toBe('2026-11-18 24:00');
  expect(csvPeriod(at, 'hour', 'water')).toBe('2026-11-18 23:00');
  expect(csvPeriod(at, 'day', 'air')).toBe('2026-11-18');
});

test('a column of figures names their unit where there is one', () => {
  expect(inUnit('天坛站', { unit: 'µg/m³' })).toBe('天坛站 (µg/m³)');
  expect(inUnit('pH', { unit: '' })).toBe('pH');
});
