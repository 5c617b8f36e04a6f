import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { sections } from '#shared/menu.ts';
import { addLanguagePart, setLanguage, startI18n, words } from '#web/i18n.ts';
import { Page } from '#web/ui/Page.tsx';
import { buildMenu, type MenuRow } from './menu-model.ts';
import { PageGate } from './PageGate.tsx';

const path = '/siteconfigs/datatypes';

beforeAll(async () => {
  await startI18n();
  await addLanguagePart(words('app'));
});

afterEach(async () => {
  cleanup();
  await setLanguage('zh');
});

function row(rest: Partial<MenuRow>): MenuRow {
  return { path, menu_name: '', menu_name_en: '', icon: '', sort: 0, hidden: false, power_ids: [], ...rest };
}

async function open(rows: readonly MenuRow[], { everything = true, at = path } = {}) {
  const menu = buildMenu({ everything, powers: [], rows });
  const router = createMemoryRouter(
    [
      {
        element: <PageGate menu={menu} error={null} renew={() => undefined} />,
        children: [{ path: '*', element: <Page>{null}</Page> }],
      },
    ],
    { initialEntries: [at] },
  );
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return () => screen.getByRole('heading', { level: 1 }).textContent;
}

test('a page is titled as the menu calls it, in both languages', async () => {
  const title = await open([]);
  expect(title()).toBe('数据类型管理');
  await act(() => setLanguage('en'));
  expect(title()).toBe('Data type management');
});

test('a page that was renamed in the menu is so renamed, hidden or not, and only in the language that it was', async () => {
  const title = await open([row({ menu_name: '报文类型', hidden: true })]);
  expect(title()).toBe('报文类型');
  await act(() => setLanguage('en'));
  expect(title()).toBe('Data type management');
});

test('a page outside the menu has the name of its screen', async () => {
  expect((await open([], { at: '/personal' }))()).toBe('个人中心');
});

test('who may not open it is told of it by the name that they know', async () => {
  await open([row({ menu_name: '报文类型' })], { everything: false });
  expect(screen.getByText(/“报文类型”/)).toBeTruthy();
});

/** Sub-pages with a title of their own. */
const OWN_TITLE = new Set(['analysis/ChartReportSheet.tsx', 'learning/ArticleEditor.tsx']);

const titled = (text: string) => /<Page\b[^>]*?\stitle=/.test(text.replace(/=>/g, ''));

test('no page names itself', () => {
  const root = join(import.meta.dirname, '..', 'features');
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  );
  expect(pages.length).toBeGreaterThan(sections.length);
  const found = pages.filter((file) => titled(readFileSync(join(root, file), 'utf8')));
  expect(found.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([...OWN_TITLE]);
  expect(titled("<Page\n  hint={t('a.hint')}\n  title={t('a.title')}\n>")).toBe(true);
});
