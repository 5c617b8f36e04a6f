import { cleanup, fireEvent, screen } from '@testing-library/react';
import { type RefObject, useImperativeHandle } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimeChartHandle } from '#web/charts/TimeChart.tsx';
import { showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { ChartCard } from './ChartCard.tsx';
import { chartReport, clearReport } from './chart-report.ts';

beforeEach(() => {
  signInAs(0);
  clearReport();
  stubServer({});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function Chart({ handle }: { handle: RefObject<TimeChartHandle | null> }) {
  useImperativeHandle(handle, () => ({ png: (_, onPaper) => (onPaper ? 'paper' : 'screen') }));
  return null;
}

test('a chart goes into the report as it looks on paper', async () => {
  await showPage(
    <ChartCard title="趋势" about={[]}>
      {(chart) => <Chart handle={chart} />}
    </ChartCard>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /趋势: .*报告/ }));
  expect(chartReport().figures).toMatchObject([{ title: '趋势', png: 'paper' }]);
});

test('a chart that has nothing to show does not go into the report', async () => {
  await showPage(
    <ChartCard title="趋势" about={[]}>
      {() => null}
    </ChartCard>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /趋势: .*报告/ }));
  expect(chartReport().figures).toEqual([]);
});
