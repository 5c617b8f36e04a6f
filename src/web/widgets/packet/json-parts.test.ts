import { expect, test } from 'vitest';
import { jsonPartsOf } from './json-parts.ts';

test('an item is laid out, each of its lines bound to the row that explains it', () => {
  const item = {
    data_type: 'minute',
    time: '2026-11-15 09:59:00',
    values: { a34004: 35, a21026: { avg: 10, flag: 'N' } },
  };
  const parts = jsonPartsOf(JSON.stringify(item));
  expect(parts.map(({ text }) => text).join('')).toBe(JSON.stringify(item, null, 2));
  expect(parts.filter(({ field }) => field).map(({ text, field }) => [field, text.trim()])).toEqual([
    ['DATA_TYPE', '"data_type": "minute",'],
    ['TIME', '"time": "2026-11-15 09:59:00",'],
    ['0', '"a34004": 35,'],
    ['1', '"avg": 10,'],
    ['2', '"flag": "N"'],
  ]);
});

test('what is no JSON stays as it came', () => {
  expect(jsonPartsOf('{"time":')).toEqual([{ kind: 'rest', text: '{"time":' }]);
});
