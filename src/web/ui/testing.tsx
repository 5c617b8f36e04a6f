import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { everyCall } from '#shared/contract/index.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { signedIn } from '#web/api/session.ts';
import { userInfoFor } from '#web/api/test-platform.ts';
import { addLanguagePart, startI18n, words } from '#web/i18n.ts';
import { firstProblem } from './form-problems.ts';
import { kitButtons } from './kit-buttons.tsx';

// Checking the visibility of every element takes most of a test's time. The time-out allows for a busy machine.
configure({ defaultHidden: true, asyncUtilTimeout: 10_000 });

type Input = Record<string, unknown>;
interface Reply {
  code: number;
  data?: unknown;
  fields?: unknown;
  detail?: string;
  /** HTTP status. */
  status?: number;
}

export const ok = (data: unknown = {}): Reply => ({ code: 0, data });

export interface StubServer {
  /** Calls in order. */
  asked: { path: string; input: Input }[];
  inputsOf(path: string): Input[];
}

const calls = new Map(everyCall().map(({ call }) => [call.path, call]));

/**
 * Stub of the server at the fetch boundary: answers calls by path and records them. Input is validated by the real
 * contract.
 */
export function stubServer(answers: Record<string, (input: Input) => Reply>): StubServer {
  const asked: StubServer['asked'] = [];
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const input = JSON.parse(init.body) as Input;
    asked.push({ path, input });
    const answer = answers[path];
    if (!answer) throw new Error(`nothing answers ${path}`);
    const { error } = calls.get(path)?.input.safeParse(input, { reportInput: true }) ?? {};
    const reply: Reply = error ? { code: 400, fields: problemsOf(error) } : answer(input);
    return new Response(JSON.stringify(reply), { status: reply.status ?? 200 });
  });
  return {
    asked,
    inputsOf: (path) => asked.filter((one) => one.path === path).map(({ input }) => input),
  };
}

/** Signs in with a token of this role, without a call. */
export function signInAs(role_id: number): void {
  const payload = btoa(JSON.stringify({ uid: 1, role_id, sid: 'test', type: 'access' }));
  signedIn({
    access_token: `head.${payload}.signature`,
    refresh_token: 'refresh',
    user: {
      user_id: 1,
      account: 'admin',
      real_name: 'Admin',
      mobile: null,
      avatar: '',
      role_id,
      role_name: 'role',
      role_name_en: 'role',
      sees_all_sites: true,
      must_change_password: false,
    },
    user_set: userInfoFor().user_set,
  });
}

/** Renders a page inside the shell's providers, at a URL. */
export async function showPage(page: ReactNode, address = '/page') {
  await startI18n();
  await addLanguagePart(words('app'));
  const router = createMemoryRouter(
    [
      { path: '/page', element: page },
      { path: '/elsewhere', element: <p>{'elsewhere'}</p> },
    ],
    { initialEntries: [address] },
  );
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfigProvider
        locale={zhCN}
        button={kitButtons}
        form={{ scrollToFirstError: firstProblem }}
        theme={{ token: { motion: false } }}
      >
        <App>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  return { ...view, router, address: () => router.state.location.search };
}
