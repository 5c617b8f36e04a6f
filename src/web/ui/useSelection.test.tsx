import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { roles } from '#shared/contract/access/roles.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { DataTable } from './DataTable.tsx';
import { ok, showPage, signInAs, stubServer } from './testing.tsx';
import { type List, useList } from './useList.ts';

type Row = AnswerOf<typeof roles.list>['data_info'][number];
let list: List<Row>;

function Page() {
  list = useList(roles);
  return (
    <DataTable
      list={list}
      rowKey="role_id"
      columns={['role_name']}
      batchActions={(rows) => [
        { label: `act on ${rows.map(({ role_name }) => role_name).join(' ')}` },
        { label: 'open a form', opens: true },
      ]}
    />
  );
}

let stored: string[];

beforeEach(async () => {
  signInAs(0);
  stored = Array.from({ length: 40 }, (_, at) => `role${at + 1}`);
  stubServer({
    [roles.list.path]: ({ page_index, page_size, keyword }) => {
      const found = stored.filter((name) => name.startsWith(String(keyword ?? '')));
      const from = (Number(page_index ?? 1) - 1) * Number(page_size ?? 20);
      const page = found.slice(from, from + Number(page_size ?? 20));
      return ok({
        data_info: page.map((role_name) => ({ role_id: Number(role_name.slice(4)), role_name })),
        total: found.length,
      });
    },
  });
  await showPage(<Page />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tick = async (name: string) =>
  fireEvent.click(await screen.findByRole('checkbox', { name: `选择“${name}”` }));
const action = () => screen.queryByRole('button', { name: /^act on/ })?.textContent;
async function show(patch: Record<string, unknown>, awaited: string) {
  await act(async () => list.change(patch));
  await screen.findByText(awaited);
}

test('what is selected on one page stays so on the next, and the bar says how many are not on view', async () => {
  await tick('role2');
  await show({ page_index: 2 }, 'role21');
  await tick('role22');
  expect(action()).toBe('act on role2 role22');
  expect(screen.getByText('已选 2 项（其中 1 项在其他页）')).toBeTruthy();
  await show({ page_index: 1 }, 'role1');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择“role2”' }).checked).toBe(true);
  await tick('role2');
  expect(action()).toBe('act on role22');
});

test('a row that is ticked while the next page loads is selected', async () => {
  await screen.findByText('role1');
  await act(async () => {
    list.change({ page_index: 2 });
    await Promise.resolve();
    await tick('role3');
  });
  await screen.findByText('role21');
  expect(action()).toBe('act on role3');
});

test('another filter keeps only what it finds', async () => {
  await tick('role2');
  await tick('role11');
  await show({ keyword: 'role1' }, 'role10');
  expect(action()).toBe('act on role11');
});

test('a row that leaves its page is no longer selected', async () => {
  await tick('role2');
  await tick('role3');
  stored = stored.filter((name) => name !== 'role2');
  await act(async () => list.reload());
  await screen.findByText('role21');
  expect(action()).toBe('act on role3');
});

test('an action clears the selection, but a form keeps it, because the user may cancel the form', async () => {
  await tick('role2');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'open a form' })));
  expect(action()).toBe('act on role2');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'act on role2' })));
  expect(action()).toBeUndefined();
});
