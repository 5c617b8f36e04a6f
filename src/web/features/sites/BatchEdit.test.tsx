import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { projects } from '#shared/contract/site-config/products.ts';
import { siteBatch } from '#shared/contract/sites/batch.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { BatchEdit } from './BatchEdit.tsx';

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a ticked project that nobody has chosen changes nothing; leaving a project is said in words', async () => {
  const server = stubServer({
    [projects.list.path]: () => ok({ data_info: [{ project_id: 3, project_name: '甲' }], total: 1 }),
    [sites.list.path]: () => ok({ data_info: [], total: 1234 }),
    [siteBatch.preview.path]: () =>
      ok({ total: 26, changed: 26, lost: 0, basis: 'x', by_field: [{ field: 'project_id', count: 26 }] }),
  });
  const asked = () => server.asked.filter(({ path }) => path === siteBatch.preview.path);
  await showPage(<BatchEdit site_ids={[]} query={{}} onClosed={() => undefined} />);
  expect(await screen.findByRole('radio', { name: '当前列表中的全部站点 (1,234)' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('checkbox', { name: '项目' }));
  await screen.findByRole('checkbox', { name: /移出原项目/ });
  expect(screen.getByRole('button', { name: /修改站点/ }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('请填写已勾选的内容：项目')).toBeTruthy();
  expect(asked()).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', { name: /移出原项目/ }));
  await waitFor(() => expect(asked()).toMatchObject([{ input: { changes: { project_id: null } } }]));
});

test('a batch that replaces the factors says that the others are removed', async () => {
  stubServer({
    [siteBatch.preview.path]: () => ok({ total: 1, changed: 1, lost: 0, basis: 'x', by_field: [] }),
  });
  await showPage(<BatchEdit site_ids={[1]} query={{}} onClosed={() => undefined} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: '监测因子' }));
  expect(await screen.findByText(/其他因子会从站点移除/)).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '修改方式' }));
  fireEvent.click(await screen.findByText('增加这些因子'));
  await waitFor(() => expect(screen.queryByText(/其他因子会从站点移除/)).toBeNull());
});
