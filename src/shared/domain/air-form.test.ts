import { expect, test } from 'vitest';
import { formCell, formColumns, meanKey } from './air-form.ts';
import { airReport } from './air-report.ts';

const figuresOf = (...of: Parameters<typeof formColumns>) =>
  formColumns(...of).map(({ figure, indexed }) => (indexed ? figure : `${figure} only`));

test('a form of 2026 has the six items, one of 2012 those that it knew besides', () => {
  expect(figuresOf('day', ['2026'])).toEqual([
    ...['so2_24h', 'no2_24h', 'co_24h', 'o3_8h', 'pm10_24h', 'pm25_24h'],
  ]);
  expect(figuresOf('day', ['2012'])).toEqual([
    ...['so2_24h', 'no2_24h', 'co_24h', 'o3_1h', 'o3_8h', 'pm10_24h', 'pm25_24h'],
  ]);
  expect(figuresOf('hour', ['2026'])).toEqual(['so2_1h', 'no2_1h', 'co_1h', 'o3_1h', 'pm10_1h', 'pm25_1h']);
  expect(figuresOf('hour', ['2012']).slice(4)).toEqual([
    ...['o3_8h', 'pm10_1h only', 'pm10_24h', 'pm25_1h only', 'pm25_24h'],
  ]);
});

test('a form over the change has the columns of both', () => {
  expect(figuresOf('hour', ['2012', '2026']).slice(4)).toEqual([
    ...['o3_8h', 'pm10_1h', 'pm10_24h', 'pm25_1h', 'pm25_24h'],
  ]);
});

test('a cell shows its figures, its mark, or nothing where the edition has no such figure', () => {
  const row = airReport(
    '2026',
    'day',
    { so2_24h: { value: 10, valid: true }, no2_24h: { value: 20, valid: false } },
    ['co'],
  );
  const cell = (figure: Parameters<typeof formCell>[2]) => formCell(row, 'day', figure);
  expect(cell('so2_24h')).toEqual({ concentration: 10, iaqi: 10, doubtful: false });
  expect(cell('no2_24h')).toEqual({ concentration: 20, iaqi: 'NA', doubtful: true });
  expect(cell('co_24h')).toEqual({ concentration: '/', iaqi: '/', doubtful: false });
  expect(cell('pm25_24h')).toEqual({ concentration: 'NA', iaqi: 'NA', doubtful: false });
  expect(cell('o3_1h')).toEqual({ concentration: null, iaqi: null, doubtful: false });
});

test('the particles of an hour of 2012 have no index of their own, also where they are missing', () => {
  const row = airReport('2012', 'hour', {});
  expect(formCell(row, 'hour', 'pm10_1h')).toEqual({ concentration: 'NA', iaqi: null, doubtful: false });
});

test('a heading is found by the period and what is averaged', () => {
  expect(meanKey('day', 'o3_8h')).toBe('day_8h');
});
