import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ChartLegend, type LegendRow } from './ChartLegend.tsx';

afterEach(cleanup);

const row = (name: string, last: number) =>
  ({
    ...{ name, unit: 'µg/m³', decimals: 0, colour: 0, dash: 0, at: 0 },
    figures: { last, mean: last, min: last, max: last },
  }) as LegendRow;
const legend = (...rows: LegendRow[]) => <ChartLegend rows={rows} hidden={new Set()} onClick={() => {}} />;

test('no row of an earlier answer stays in the legend, also if several lines had the same name', () => {
  const { rerender } = render(legend(row('中心站', 1), row('中心站', 2), row('中心站', 3)));
  rerender(legend(row('甲站', 4), row('乙站', 5)));
  const shown = screen.getAllByRole('row').slice(1);
  expect(shown.map(({ textContent }) => textContent)).toEqual(['甲站4444', '乙站5555']);
});
