import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { menuActions, menus } from '#shared/contract/access/menus.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { MenusPage } from './MenusPage.tsx';

const section = (menu_id: number, path: string, menu_name: string) => ({
  menu_id,
  parent_id: null,
  path,
  menu_name,
  menu_name_en: menu_name,
  icon: 'setting',
  sort: menu_id,
  hidden: false,
  version: 1,
  updated_at: '2026-03-01T00:00:00.000Z',
});
const rows = [
  section(1, '/userconfigs', '用户配置'),
  section(2, '/siteconfigs', '站点配置'),
  section(3, '/muneconfigs', '菜单配置'),
];

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const handle = (name: string) => screen.getByTitle(`拖动“${name}”`);
const dispatch = (type: string, at: Element) =>
  at.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));

test('an entry dropped before the page has drawn its last move is saved where it was dropped', async () => {
  const server = stubServer({
    [menus.list.path]: () => ok({ data_info: rows, total: rows.length }),
    [menuActions.order.path]: () => ok(),
  });
  await showPage(<MenusPage />);
  await screen.findByTitle('拖动“站点配置”');
  fireEvent.dragStart(handle('站点配置'), { dataTransfer: { setDragImage: () => undefined } });
  // One act: React does not render between the events, as on a busy page.
  act(() => {
    dispatch('dragover', handle('用户配置'));
    dispatch('dragend', handle('站点配置'));
  });
  await waitFor(() => expect(server.inputsOf(menuActions.order.path)).toEqual([{ menu_ids: [2, 1, 3] }]));
});
