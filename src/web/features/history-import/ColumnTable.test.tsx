import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guessColumns } from '#shared/domain/file-columns.ts';
import { showPage, signInAs } from '#web/ui/testing.tsx';
import { ColumnTable } from './ColumnTable.tsx';

const pm10 = {
  component_id: 1,
  component_key: 'pm10',
  component_name: '可吸入颗粒物',
  component_name_en: 'PM10',
  formula: 'PM10',
  unit: 'µg/m³',
  decimals: 1,
  category: 'air',
  code_2017: 'a34002',
  code_2005: null,
};

beforeEach(() => signInAs(0));
afterEach(cleanup);

test('a column that names another unit than the factor is left out, and says why', async () => {
  const headings = ['时间', 'PM10 (mg/m3)'];
  const { roles, label } = guessColumns(headings, [pm10]);
  const mapping = { heading_row: 1, label, columns: roles };
  const lines = [
    { row: 1, cells: headings },
    { row: 2, cells: ['2026-01-05 08:00', '0.061'] },
  ];
  const file = { file_name: 'a.csv', size: 1, sheets: [], lines, mapping, factors: [pm10] };
  await showPage(<ColumnTable file={file} mapping={mapping} onChange={() => undefined} />);
  expect(screen.getByText(/表头的单位是 mg\/m3，因子的单位是 µg\/m³/)).toBeTruthy();
  expect(screen.getByText('不导入')).toBeTruthy();
});
