import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sections } from '#shared/menu.ts';
import { addLanguagePart, startI18n, words } from '#web/i18n.ts';
import { buildMenu } from './menu-model.ts';
import { VisitedTabs } from './VisitedTabs.tsx';
import { visited } from './visited.ts';

beforeAll(async () => {
  await startI18n();
  await addLanguagePart(words('app'));
});

afterEach(() => {
  cleanup();
  visited.closeAll();
  vi.restoreAllMocks();
});

test('the tab of a new page comes into view, also where it takes the place of the oldest', async () => {
  const paths = sections.flatMap(({ pages }) => pages.map(({ path }) => path)).slice(0, 31);
  const newest = paths.pop() ?? '';
  for (const path of paths) visited.open(path, '');
  const inView: (string | null | undefined)[] = [];
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    inView.push(this.querySelector('a')?.getAttribute('href'));
  });
  const menu = buildMenu({ everything: true, powers: [], rows: [] });
  const router = createMemoryRouter([{ path: '*', element: <VisitedTabs menu={menu} /> }], {
    initialEntries: [paths.at(-1) ?? ''],
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
  await act(() => router.navigate(newest));
  expect(inView.at(-1)).toBe(newest);
});
