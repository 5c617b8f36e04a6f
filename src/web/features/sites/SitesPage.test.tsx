import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rolePowers } from '#shared/contract/access/roles.ts';
import { unregistered } from '#shared/contract/packets/unregistered.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { agreements } from '#shared/contract/site-config/agreements.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { basins, blocks, regions } from '#shared/contract/site-config/regions.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { sayProblem } from '#shared/i18n/problem-words.ts';
import { t } from '#web/i18n.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { SitesPage } from './SitesPage.tsx';

const site = {
  site_id: 5,
  site_name: '历下站',
  mn: 'A1',
  site_type: 'air',
  province_code: '370000',
  city_code: '370100',
  area_code: '370102',
  block_code: null,
  address: '泉城路',
  longitude: 117,
  latitude: 36.6,
  interval_seconds: 60,
  agreement_id: 1,
  product_id: 1,
  project_id: null,
  sim_number: '',
  power_supply: 'mains',
  started_on: null,
  device_number: null,
  hmi_number: null,
  virtual_data: false,
  has_secret: true,
  pw_checked: true,
  online: true,
  version: 3,
};
const listed = (...rows: object[]) => ok({ data_info: rows, total: rows.length });

/** Permissions of the test's role; role 0 has all. */
let held: string[];

async function show(changes: Partial<typeof site> = {}, answer: () => ReturnType<typeof ok> = ok) {
  const server = stubServer({
    [sites.list.path]: () => listed({ ...site, ...changes }),
    [sites.edit.path]: answer,
    [jobs.startExport.path]: () => ok({ job_id: 1 }),
    [jobs.list.path]: () => listed(),
    [agreements.list.path]: () => listed({ agreement_id: 1, agreement_name: '标准' }),
    [products.list.path]: () => listed({ product_id: 1, product_name: '微型站' }),
    [projects.list.path]: () => listed(),
    [basins.list.path]: () => listed(),
    [unregistered.list.path]: () => ok({ data_info: [], total: 2 }),
    [regions.provinces.path]: () => listed({ province_code: '370000', province_name: '山东省' }),
    [regions.cities.path]: () => listed({ city_code: '370100', city_name: '济南市' }),
    [regions.areas.path]: () => listed({ area_code: '370102', area_name: '历下区' }),
    [blocks.list.path]: () => listed(),
    [rolePowers.data.path]: () => listed(...held.map((power_code, power_id) => ({ power_id, power_code }))),
  });
  await showPage(<SitesPage />);
  await screen.findByText('历下站');
  return server;
}
async function edit(changes: Partial<typeof site> = {}, answer: () => ReturnType<typeof ok> = ok) {
  const server = await show(changes, answer);
  fireEvent.click(screen.getByRole('button', { name: '编辑' }));
  await screen.findByText('编辑站点');
  return server;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: '保存' }));

beforeEach(() => {
  signInAs(0);
  held = [sites.edit.needs, projects.list.needs];
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('the password of the device stays as it is unless another one is typed', async () => {
  const server = await edit();
  type('详细地址', '泉城路 1 号');
  save();
  await waitFor(() =>
    expect(server.inputsOf(sites.edit.path)).toEqual([{ site_id: 5, version: 3, address: '泉城路 1 号' }]),
  );
});

test('an export has what an import asks for, shown or not', async () => {
  localStorage.setItem(
    'columns.sites',
    JSON.stringify({ order: [], hidden: ['mn', 'province_name', 'online'] }),
  );
  const server = await show();
  fireEvent.click(screen.getByRole('button', { name: '导出' }));
  fireEvent.click(await screen.findByText('导出 CSV'));
  await waitFor(() => expect(server.inputsOf(jobs.startExport.path)).toHaveLength(1));
  const { columns } = server.inputsOf(jobs.startExport.path)[0] as { columns: string[] };
  expect(columns).toEqual(
    expect.arrayContaining(['mn', 'province_name', 'address', 'latitude', 'sim_number', 'started_on']),
  );
  expect(columns).not.toContain('online');
});

test.each([
  [true, '所用协议不核对设备密码'],
  [false, '未设置设备密码'],
])(
  'a site whose password is not checked is marked, with the reason (password set: %s)',
  async (has_secret, reason) => {
    await show({ pw_checked: false, has_secret });
    const mark = screen.getByText('不核对密码');
    fireEvent.mouseEnter(mark);
    expect((await screen.findByRole('tooltip')).textContent).toContain(reason);
  },
);

test('simulated data are marked beside the name, however far the column is scrolled away', async () => {
  await show({ virtual_data: true });
  expect(screen.getByRole('cell', { name: '历下站 虚拟数据' })).toBeTruthy();
});

test('whatever the server refuses is said at its own field', async () => {
  const refused: FieldProblem[] = [
    ...['site_name', 'mn'].map((field) => ({ field, problem: 'repeated' as const })),
    ...['province_code', 'city_code', 'area_code', 'block_code', 'agreement_id', 'product_id'].map(
      (field) => ({
        field,
        problem: 'unknown_value' as const,
      }),
    ),
    { field: 'interval_seconds', problem: 'too_small', params: { min: 1 } },
    ...['power_supply', 'water_pollution_level', 'water_quality_type', 'virtual_data'].map((field) => ({
      field,
      problem: 'bad_choice' as const,
    })),
  ];
  await edit({ site_type: 'water' }, () => ({ code: 61, fields: refused }));
  type('详细地址', '泉城路 1 号');
  save();
  const said = (field: string) =>
    screen.getByRole('dialog').querySelector(`.ant-form-item:has(label[title="${t.tx(`sites.${field}`)}"])`)
      ?.textContent;
  for (const problem of refused) {
    await waitFor(() => expect(said(problem.field)).toContain(sayProblem(t.tx, problem)));
  }
});

test('another password is sent', async () => {
  const server = await edit();
  type('设备密码', '654321');
  save();
  await waitFor(() =>
    expect(server.inputsOf(sites.edit.path)).toEqual([{ site_id: 5, version: 3, secret: '654321' }]),
  );
});

test('a place is asked for as far down as it is divided', async () => {
  const server = await edit({ area_code: '' });
  const isMarked = (label: string) => screen.getByTitle(label).className.includes('required');
  expect(['省份', '城市', '区县', '街道（乡镇）'].map(isMarked)).toEqual([true, true, true, false]);
  type('详细地址', '泉城路 1 号');
  save();
  await screen.findByText('不能为空');
  expect(server.inputsOf(sites.edit.path)).toEqual([]);
});

test('a form that is not right leads to its first problem, wherever it stands', async () => {
  await edit();
  type('测量间隔', '0');
  save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('测量间隔')));
});

test('where there is nothing to choose yet, it says where to make the first', async () => {
  await edit();
  // Scoped to the dialog: the list has a filter with the same label.
  fireEvent.mouseDown(within(screen.getByRole('dialog')).getByLabelText('项目'));
  const link = await screen.findByRole('link', { name: '在新标签页中添加' });
  expect(link.getAttribute('href')).toBe('/siteconfigs/projects');
});

test('a product line that is searched for in vain is created with that name', async () => {
  await edit();
  const lines = within(screen.getByRole('dialog')).getByRole('combobox', { name: '产品线' });
  fireEvent.mouseDown(lines);
  fireEvent.change(lines, { target: { value: '路边站' } });
  fireEvent.click(await screen.findByRole('button', { name: /新增产品线/ }));
  expect(await screen.findByLabelText<HTMLInputElement>('产品线名称')).toHaveProperty('value', '路边站');
});

test('whoever may not make one is not led there', async () => {
  signInAs(3);
  await edit();
  fireEvent.mouseDown(within(screen.getByRole('dialog')).getByLabelText('项目'));
  expect(await screen.findByText('还没有可选项。')).toBeTruthy();
  expect(screen.queryByRole('link', { name: '在新标签页中添加' })).toBeNull();
});

test('whoever may not read the projects finds the choice locked, and nothing is asked', async () => {
  signInAs(3);
  held = [sites.edit.needs];
  const server = await edit();
  expect(within(screen.getByRole('dialog')).getByLabelText('项目')).toHaveProperty('disabled', true);
  expect(server.inputsOf(projects.list.path)).toEqual([]);
});

test('devices that send without being a site are told of where sites are made', async () => {
  await show();
  expect(await screen.findByText('未登记设备：2')).toBeTruthy();
});
