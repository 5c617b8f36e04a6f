import { expect, test } from 'vitest';
import type { ImportMapping } from '#shared/contract/history-import/history-import.ts';
import { missingIn, withRole } from './mapping.ts';

const pm25 = { as: 'value', component_id: 1, part: 'avg' } as const;
const mapping: ImportMapping = {
  heading_row: 1,
  label: 'start',
  data_type: 'hour',
  columns: [{ as: 'site' }, { as: 'time' }, pm25, { as: 'ignored' }],
};

test('a mapping lacks what no column and no choice says', () => {
  expect(missingIn(mapping)).toEqual([]);
  const nothing = { ...mapping, data_type: undefined, columns: [{ as: 'ignored' as const }] };
  expect(missingIn(nothing)).toEqual([
    'historyImport.missing_time',
    'historyImport.missing_site',
    'historyImport.missing_data_type',
    'historyImport.missing_columns',
  ]);
  expect(missingIn({ ...nothing, site_id: 7, data_type: 'hour' })).toHaveLength(2);
});

test('the same part of a factor twice is said', () => {
  expect(missingIn(withRole(mapping, 3, pm25))).toEqual(['historyImport.twice']);
  expect(missingIn(withRole(mapping, 3, { ...pm25, part: 'flag' }))).toEqual([]);
});

test('there is one time: the column that had it is left out', () => {
  expect(withRole(mapping, 3, { as: 'time' }).columns.map(({ as }) => as)).toEqual([
    ...['site', 'ignored', 'value', 'time'],
  ]);
});
