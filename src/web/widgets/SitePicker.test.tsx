import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { regions } from '#shared/contract/site-config/regions.ts';
import { siteMarks } from '#shared/contract/sites/marks.ts';
import { shortSites } from '#shared/contract/sites/network.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { SitePicker } from './SitePicker.tsx';

const site = (site_id: number, site_name: string, more: object = {}) => ({
  site_id,
  site_name,
  site_name_en: '',
  initials: '',
  syllables: '',
  mn: `MN${site_id}`,
  site_type: 'air',
  province_code: '320000',
  city_code: null,
  area_code: null,
  block_code: null,
  product_id: null,
  project_id: null,
  counting_flags: [],
  virtual_data: false,
  demo: false,
  online: true,
  ...more,
});
const sites = [
  site(1, '玄武湖站'),
  site(2, '仙林站', { online: false }),
  site(3, '秦淮河断面', { initials: 'qhhdm', site_type: 'water', product_id: 9 }),
];
const simulated = site(4, '虚拟站', { virtual_data: true });
const none = ok({ data_info: [], total: 0 });

const picked = vi.fn<(site_ids: number[]) => void>();

function Page(props: { multiple: boolean; virtualByName?: boolean }) {
  const [value, setValue] = useState<number[]>([]);
  return (
    <SitePicker
      label="站点"
      {...props}
      value={value}
      onChange={(site_ids) => {
        picked(site_ids);
        setValue(site_ids);
      }}
    />
  );
}

async function openPicker(multiple: boolean, shown = sites, virtualByName = false) {
  stubServer({
    [shortSites.list.path]: () => ok({ data_info: shown, total: shown.length }),
    [regions.provinces.path]: () =>
      ok({ data_info: [{ province_code: '320000', province_name: '江苏省' }], total: 1 }),
    [regions.cities.path]: () => none,
    [regions.areas.path]: () => none,
    [products.list.path]: () => ok({ data_info: [{ product_id: 9, product_name: '水站' }], total: 1 }),
    [projects.list.path]: () => none,
    [siteMarks.data.path]: () => ok({ favourites: [], recent: [] }),
  });
  await showPage(<Page multiple={multiple} virtualByName={virtualByName} />);
  fireEvent.click(trigger());
  await screen.findByText('玄武湖站');
}
const boxOf = (name: string) => {
  const box = screen.getByText(name).closest('.ant-tree-treenode')?.querySelector('.ant-tree-checkbox');
  if (!box) throw new Error(`no checkbox at ${name}`);
  return box;
};
const trigger = () => screen.getByRole('button', { name: /^站点/ });
/** Closes the picker and returns the selection passed to the page. */
const pickedAtTheEnd = () => {
  fireEvent.click(trigger());
  return picked.mock.lastCall?.[0];
};

beforeEach(() => {
  signInAs(0);
  picked.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('several are ticked one by one, or all of a place at once, and their number is told', async () => {
  await openPicker(true);
  fireEvent.click(boxOf('玄武湖站'));
  expect(trigger().textContent).toContain('玄武湖站');
  fireEvent.click(boxOf('江苏省'));
  expect(trigger().textContent).toContain('玄武湖站 等 3 个');
  expect(pickedAtTheEnd()).toEqual([1, 2, 3]);
});

test('where virtual data have to be named, a place does not stand for them', async () => {
  await openPicker(true, [...sites, simulated], true);
  expect(screen.getByText('虚拟数据')).toBeTruthy();
  fireEvent.click(boxOf('江苏省'));
  fireEvent.click(screen.getByRole('button', { name: '选中列出的全部站点' }));
  expect(trigger().textContent).toContain('等 3 个');
  fireEvent.click(boxOf('虚拟站'));
  expect(trigger().textContent).toContain('等 4 个');
  fireEvent.click(boxOf('江苏省'));
  expect(trigger().textContent).toBe('站点全部');
});

test('the page is told of all ticks at once, when the picker closes; without any it is told nothing', async () => {
  await openPicker(true);
  fireEvent.click(boxOf('玄武湖站'));
  fireEvent.click(boxOf('仙林站'));
  expect(picked).not.toHaveBeenCalled();
  expect(pickedAtTheEnd()).toEqual([1, 2]);
  fireEvent.click(trigger());
  fireEvent.click(trigger());
  expect(picked).toHaveBeenCalledOnce();
});

test('what the search hides stays picked; "all shown" adds what is seen, and clearing empties it', async () => {
  await openPicker(true);
  fireEvent.click(boxOf('仙林站'));
  fireEvent.change(screen.getByRole('textbox', { name: /MN 号/ }), { target: { value: 'qhh' } });
  await waitFor(() => expect(screen.queryByText('玄武湖站')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: '选中列出的全部站点' }));
  expect(trigger().textContent).toContain('仙林站 等 2 个');
  fireEvent.click(boxOf('秦淮河断面'));
  expect(trigger().textContent).toMatch(/仙林站$/);
  fireEvent.click(screen.getAllByRole('button', { name: '清除选择' }).at(-1) as HTMLElement);
  expect(pickedAtTheEnd()).toEqual([]);
});

test('a product line narrows it down to its sites', async () => {
  await openPicker(true);
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '产品线' }));
  fireEvent.click(await screen.findByText('水站'));
  await waitFor(() => expect(screen.queryByText('玄武湖站')).toBeNull());
  expect(screen.getByText('秦淮河断面')).toBeTruthy();
});

test('a click beside the picker closes it, and what was ticked counts before that click does', async () => {
  await openPicker(true);
  fireEvent.click(boxOf('玄武湖站'));
  fireEvent.click(boxOf('仙林站'));
  fireEvent.mouseDown(document.body);
  expect(picked.mock.calls).toEqual([[[1, 2]]]);
});

test('one is picked with a click, and the picker closes', async () => {
  await openPicker(false);
  fireEvent.click(screen.getByText('秦淮河断面'));
  expect(picked.mock.lastCall?.[0]).toEqual([3]);
  expect(trigger().getAttribute('aria-expanded')).toBe('false');
});

test('by keyboard alone: found, ticked, and with Escape one is back where one was', async () => {
  await openPicker(true);
  const search = screen.getByRole('textbox', { name: '站点、区域、拼音或 MN 号' });
  fireEvent.change(search, { target: { value: '玄武' } });
  const tree = screen.getByRole('tree');
  tree.focus();
  const press = (key: string, keyCode: number) => fireEvent.keyDown(tree, { key, keyCode, which: keyCode });
  press('ArrowDown', 40);
  press('ArrowDown', 40);
  press(' ', 32);
  press('Escape', 27);
  await waitFor(() => expect(picked.mock.lastCall?.[0]).toEqual([1]));
  expect(document.activeElement).toBe(trigger());
});

test('a selection made by the page itself has no button to clear it', async () => {
  stubServer({ [shortSites.list.path]: () => ok({ data_info: sites, total: sites.length }) });
  const clear = () => screen.queryByRole('button', { name: '清除选择' });
  await showPage(<SitePicker multiple label="站点" value={[1]} onChange={picked} />);
  expect(clear()).toBeTruthy();
  cleanup();
  await showPage(<SitePicker multiple usual label="站点" value={[1]} onChange={picked} />);
  expect(clear()).toBeNull();
});
