import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roles } from '#shared/contract/access/roles.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { ExportButton } from './ExportButton.tsx';
import { ok, showPage, signInAs, stubServer } from './testing.tsx';
import { useList } from './useList.ts';

function Page() {
  const { rows, total, query } = useList(roles);
  return (
    <ExportButton
      name="roles"
      title="角色管理"
      query={query}
      columns={['role_name', 'remark']}
      isEmpty={rows !== undefined && total === 0}
    />
  );
}

const job = (state: string, done: number, more: object = {}) =>
  ok({ data_info: [{ job_id: 7, state, done, total: 40, ...more }], total: 1 });
const rows = (total: number) => ok({ data_info: total > 0 ? [{ role_id: 1, role_name: 'A' }] : [], total });

async function exportTo(format: string) {
  await waitFor(() => expect(screen.queryByRole('button', { name: '导出' })).not.toBeNull());
  fireEvent.click(screen.getByRole('button', { name: '导出' }));
  fireEvent.click(await screen.findByText(format));
}

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('asks for all matching rows in the shown columns, tells the progress, then fetches the file', async () => {
  let state = job('running', 10);
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const server = stubServer({
    [roles.list.path]: () => rows(40),
    [jobs.startExport.path]: () => ok({ job_id: 7 }),
    [jobs.list.path]: () => state,
    [jobs.download.path]: () => ok({ url: '/file/download/ticket' }),
  });
  const page = await showPage(<Page />, '/page?keyword=ops&sort=role_name&page_index=2');
  await waitFor(() => expect(server.inputsOf(roles.list.path)).toHaveLength(1));
  await exportTo('导出 Excel');
  expect(await screen.findByText('已导出 10 / 40 条')).toBeTruthy();
  expect(server.inputsOf(jobs.startExport.path)).toEqual([
    {
      listing: 'roles',
      format: 'xlsx',
      language: 'zh',
      columns: ['role_name', 'remark'],
      query: { keyword: 'ops', sort: 'role_name', order: 'asc' },
    },
  ]);

  // The export must survive leaving the page.
  await page.router.navigate('/elsewhere');
  state = job('done', 40);
  expect(await screen.findByText('“角色管理”已导出')).toBeTruthy();
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  clicked.mockRestore();
});

test('a running export can be cancelled', async () => {
  let state = job('running', 1);
  const server = stubServer({
    [roles.list.path]: () => rows(40),
    [jobs.startExport.path]: () => ok({ job_id: 7 }),
    [jobs.list.path]: () => state,
    [jobs.cancel.path]: () => {
      state = job('cancelled', 1);
      return ok();
    },
  });
  await showPage(<Page />);
  await exportTo('导出 CSV');
  fireEvent.click(await screen.findByRole('button', { name: '取消导出' }));
  expect(await screen.findByText('“角色管理”已取消导出')).toBeTruthy();
  expect(server.inputsOf(jobs.cancel.path)).toEqual([{ job_id: 7 }]);
});

test('a failed export says why', async () => {
  stubServer({
    [roles.list.path]: () => rows(40),
    [jobs.startExport.path]: () => ok({ job_id: 7 }),
    [jobs.list.path]: () =>
      job('failed', 1, { fault: 'processing_failed', fault_detail: 'disk_full', fault_params: {} }),
  });
  await showPage(<Page />);
  await exportTo('导出 CSV');
  expect(await screen.findByText(/服务器磁盘已满/)).toBeTruthy();
});

test('an empty list starts nothing', async () => {
  const server = stubServer({ [roles.list.path]: () => rows(0) });
  await showPage(<Page />);
  await waitFor(() => expect(server.inputsOf(roles.list.path)).toHaveLength(1));
  await exportTo('导出 Excel');
  expect(server.inputsOf(jobs.startExport.path)).toEqual([]);
});
