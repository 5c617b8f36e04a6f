import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { readings } from '#shared/contract/readings/readings.ts';
import { formatTime } from '#shared/domain/time.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { MeasuredTab } from './MeasuredTab.tsx';

const site = { site_id: 5, mn: 'M5', site_name: '五号站', site_type: 'air' } as ShortSite;
const factor = (component_id: number, component_name: string) => ({
  component_id,
  component_name,
  component_name_en: '',
  formula: '',
  unit: 'µg/m³',
  decimals: 1,
});
const day = {
  ts: '2026-11-14T16:00:00.000Z',
  values: [35.59, 70],
  origins: 'hh',
  counts: [false, true],
  n: [16, 24],
  valid: [16, 24],
  expected: [24, 24],
};
const measured = (rows: object[]) =>
  ok({ factors: [factor(1, '细颗粒物'), factor(2, '可吸入颗粒物')], data_info: rows, total: rows.length });

const show = (rows: object[], data_type = 'day') => {
  const server = stubServer({
    [readings.ofSite.path]: () => measured(rows),
    [jobs.startExport.path]: () => ok({ job_id: 7 }),
    [jobs.list.path]: () => ok({ data_info: [{ job_id: 7, state: 'running', done: 0, total: 1 }], total: 1 }),
  });
  return showPage(<MeasuredTab site={site} />, `/page?data_type=${data_type}`).then(() => server);
};
const column = (name: RegExp) => screen.queryAllByRole('columnheader', { name });

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a value of too few hours is marked with how many there are, and says why it does not count', async () => {
  await show([day]);
  const poor = await screen.findByText('16/24');
  fireEvent.mouseEnter(poor.parentElement ?? poor);
  expect(
    await screen.findByText(/应有 24 个，有效 16 个，至少需要 20 个，不计入统计 · 由小时数据计算/),
  ).toBeTruthy();
  // Complete values show no coverage.
  expect(screen.queryByText('24/24')).toBeNull();
});

test('days are whole, and the last one is today', async () => {
  const server = await show([day]);
  await waitFor(() => expect(server.inputsOf(readings.ofSite.path)).toHaveLength(1));
  const { from, to } = server.inputsOf(readings.ofSite.path)[0] ?? {};
  expect([from, to].map((at) => formatTime(new Date(String(at)), 'HH:mm'))).toEqual(['00:00', '00:00']);
  expect(Date.parse(String(to))).toBeGreaterThan(Date.now());
  const shown = screen.getAllByRole<HTMLInputElement>('textbox').at(-1)?.value;
  expect(shown).toBe(formatTime(new Date(), 'yyyy-MM-dd'));
});

test('without a choice of time it ends now, and asks a little further', async () => {
  const server = await show([day], 'hour');
  await waitFor(() => expect(server.inputsOf(readings.ofSite.path)).toHaveLength(1));
  const to = Date.parse(String(server.inputsOf(readings.ofSite.path)[0]?.to));
  expect(to).toBeGreaterThan(Date.now());
  const shown = screen.getAllByRole<HTMLInputElement>('textbox').at(-1)?.value;
  expect(Date.parse(`${shown?.replace(' ', 'T')}:00+08:00`)).toBeLessThanOrEqual(Date.now());
});

test('asked anew, it goes up to the new now', async () => {
  const server = await show([day], 'hour');
  await screen.findByText('16/24');
  const first = Date.parse(String(server.inputsOf(readings.ofSite.path)[0]?.to));
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
  fireEvent.click(screen.getByRole('button', { name: '刷新' }));
  await waitFor(() => {
    const last = Date.parse(String(server.inputsOf(readings.ofSite.path).at(-1)?.to));
    expect(last - first).toBeGreaterThanOrEqual(3_600_000);
  });
});

test('a factor that is not wanted is neither shown nor exported', async () => {
  const server = await show([day]);
  await waitFor(() => expect(column(/^可吸入颗粒物/).length).toBeGreaterThan(0));
  fireEvent.click(screen.getByRole('button', { name: '列设置' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: '可吸入颗粒物' }));
  expect(column(/^可吸入颗粒物/)).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: '导出' }));
  fireEvent.click(await screen.findByText('导出 Excel'));
  await waitFor(() =>
    expect(server.inputsOf(jobs.startExport.path)).toMatchObject([
      { listing: 'measured', format: 'xlsx', columns: ['1'], query: { site_id: 5, data_type: 'day' } },
    ]),
  );
  expect(await screen.findByText('正在导出“五号站 日”')).toBeTruthy();
});

test('where there is nothing, nothing is exported', async () => {
  const server = await show([]);
  await screen.findByText(/这段时间没有数据/);
  fireEvent.click(screen.getByRole('button', { name: '导出' }));
  fireEvent.click(await screen.findByText('导出 CSV'));
  expect(server.inputsOf(jobs.startExport.path)).toEqual([]);
});
