import { expect, test } from 'vitest';
import { knownRows } from './known-rows.ts';

const at = '2026-11-19T01:00:00.000Z';
const of = (item: string, value: unknown, more: object = {}) => ({
  ...{ site_id: 1, component_id: 2, item, value, at, source: 'read' as const },
  ...more,
});

test('K and B of a factor are one row, other factors, ages and topics are rows of their own', () => {
  const later = '2026-11-19T02:00:00.000Z';
  const rows = knownRows([
    of('kb.b', 3),
    of('kb.k', 1.2),
    of('kb.k', 1, { component_id: 5 }),
    of('kcc.list', [], { at: later }),
    of('time.time', at, { component_id: null }),
  ]);
  expect(rows.map(({ topic, values }) => [topic, values])).toEqual([
    ['kb', { k: 1.2, b: 3 }],
    ['kb', { k: 1 }],
    ['kcc', { list: [] }],
    ['time', { time: at }],
  ]);
});
