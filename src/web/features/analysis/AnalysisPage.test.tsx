import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { AnalysisPage } from './AnalysisPage.tsx';
import { addFigure, chartReport, clearReport } from './chart-report.ts';

beforeEach(() => {
  signInAs(0);
  clearReport();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('the report shows the charts that were taken, takes words for them, and leads back', async () => {
  stubServer({});
  for (const title of ['趋势', '风玫瑰图'])
    addFigure({ title, about: ['站点甲'], png: 'data:image/png;base64,' });
  await showPage(<AnalysisPage hint="">the charts</AnalysisPage>);
  fireEvent.click(await screen.findByRole('button', { name: /分析报告/ }));
  const [trend, rose] = await screen.findAllByRole('figure');
  expect(within(trend as HTMLElement).getByRole('img', { name: '趋势, 站点甲' })).toBeTruthy();
  fireEvent.change(within(rose as HTMLElement).getByRole('textbox'), { target: { value: '西南风时浓度高' } });
  fireEvent.click(screen.getByRole('button', { name: '风玫瑰图: 上移' }));
  fireEvent.click(screen.getByRole('button', { name: '趋势: 移除' }));
  expect(chartReport().figures).toMatchObject([{ title: '风玫瑰图', text: '西南风时浓度高' }]);
  // In print the title is a heading: a field would be cut off, and pale in the dark theme.
  fireEvent.change(screen.getByRole('textbox', { name: '报告标题' }), { target: { value: '十一月分析' } });
  expect(screen.getByRole('heading', { name: '十一月分析' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /返回图表/ }));
  expect(await screen.findByText('the charts')).toBeTruthy();
});
