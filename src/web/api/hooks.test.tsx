import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { audit } from '#shared/contract/platform/audit.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { shortSites } from '#shared/contract/sites/network.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { startI18n } from '#web/i18n.ts';
import { CallError } from './call-error.ts';
import { leavePage } from './page-scope.ts';
import { createQueryClient } from './query-client.ts';
import { signedIn, signedOut } from './session.ts';
import { startPlatform, userInfoFor } from './test-platform.ts';
import { dismiss, toastsShown } from './toasts.ts';
import { useAction } from './useAction.ts';
import { useCall, useCallsInTurn } from './useCall.ts';

let platform: Awaited<ReturnType<typeof startPlatform>> | undefined;
let client = createQueryClient();

beforeAll(startI18n);
beforeEach(() => {
  client = createQueryClient();
  signedIn(userInfoFor());
});
afterEach(async () => {
  cleanup();
  signedOut();
  for (const { id } of toastsShown()) dismiss(id);
  await platform?.stop();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

test('a reading call answers its data, and an action makes it ask again', async () => {
  let count = 0;
  platform = await startPlatform(({ path }) =>
    path === jobs.list.path ? { code: 0, data: { total: ++count, data_info: [] } } : { code: 0, data: {} },
  );
  const { result } = renderHook(
    () => ({
      list: useCall(jobs.list, { page_index: 1 }),
      cancel: useAction(jobs.cancel, { refresh: [jobs.list], done: 'common.done' }),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.list.data?.total).toBe(1));
  await act(() => result.current.cancel.run({ job_id: 5 }));
  await waitFor(() => expect(result.current.list.data?.total).toBe(2));
  expect(toastsShown()).toMatchObject([{ tone: 'success', text: '操作成功' }]);
  expect(result.current.cancel.pending).toBe(false);
});

test('what changes sites makes the pickers and the map ask again', async () => {
  let count = 0;
  platform = await startPlatform(({ path }) =>
    path === shortSites.list.path ? { code: 0, data: { total: ++count, data_info: [] } } : { code: 0 },
  );
  const { result } = renderHook(
    () => ({
      picker: useCall(shortSites.list, {}, { staleMs: 60_000 }),
      remove: useAction(sites.remove, { refresh: [sites.list] }),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.picker.data?.total).toBe(1));
  await act(() => result.current.remove.run({ site_id: 5 }));
  await waitFor(() => expect(result.current.picker.data?.total).toBe(2));
});

test('a refusal is said in its tone, except where fields or the caller say it', async () => {
  const answers = [
    { code: 40 },
    { code: 400, fields: [{ field: 'job_id', problem: 'required' }] },
    { code: 65, detail: 'changed_meanwhile' },
    { code: 404 },
  ];
  platform = await startPlatform(() => answers.shift() ?? { code: 0 });
  const { result } = renderHook(
    () => useAction(jobs.cancel, { shows: ({ detail }) => detail === 'changed_meanwhile' }),
    { wrapper },
  );
  const failures: unknown[] = [];
  for (let left = answers.length; left > 0; left--) {
    await act(() => result.current.run({ job_id: 5 }).catch((error: unknown) => failures.push(error)));
  }
  expect(failures.every((error) => error instanceof CallError)).toBe(true);
  expect(toastsShown()).toHaveLength(1);
  expect(toastsShown()[0]?.tone).toBe('error');
});

test('a query that the next page takes over survives the change of path', async () => {
  let slow = true;
  platform = await startPlatform(async () => {
    if (slow) await new Promise((resolve) => setTimeout(resolve, 200));
    slow = false;
    return { code: 0, data: { total: 3, data_info: [] } };
  });
  const { result } = renderHook(() => useCall(audit.list, {}), { wrapper });
  await waitFor(() => expect(platform?.asked).toHaveLength(1));
  leavePage();
  await waitFor(() => expect(result.current.data?.total).toBe(3));
});

test('calls in turn go out when those before them are answered, but for the first, which go together', async () => {
  const waiting: (() => void)[] = [];
  platform = await startPlatform(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { code: 0, data: { total: 0, data_info: [] } };
  });
  const inputs = [1, 2, 3].map((page_index) => ({ page_index }));
  const { result } = renderHook(() => useCallsInTurn(audit.list, inputs, { atOnce: 2, staleMs: 60_000 }), {
    wrapper,
  });
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[0]?.();
  await waitFor(() => expect(result.current[0]?.data).toBeDefined());
  expect([waiting.length, result.current.length]).toEqual([2, 2]);
  waiting[1]?.();
  await waitFor(() => expect(waiting).toHaveLength(3));
  waiting[2]?.();
  await waitFor(() => expect(result.current.map(({ data }) => data?.total)).toEqual([0, 0, 0]));
});

test('a refusal is not tried again', async () => {
  platform = await startPlatform(() => ({ code: 16 }));
  const { result } = renderHook(() => useCall(audit.list, {}), { wrapper });
  await waitFor(() => expect(result.current.error?.fault).toBe('permission_denied'));
  expect(platform.asked).toHaveLength(1);
});

test('another user starts with an empty cache', async () => {
  platform = await startPlatform(() => ({ code: 0, data: { total: 1, data_info: [] } }));
  const { result } = renderHook(() => useCall(audit.list, {}), { wrapper });
  await waitFor(() => expect(result.current.data).toBeDefined());
  cleanup();
  signedOut();
  expect(client.getQueryCache().getAll()).toHaveLength(1);
  const other = userInfoFor({ uid: 8, sid: 's-9' });
  signedIn({ ...other, user: { ...other.user, user_id: 8 } });
  expect(client.getQueryCache().getAll()).toHaveLength(0);
});
