import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { test as base, expect } from './product.ts';

const demoPassword = 'lanjing123';

interface SignIn {
  password?: string;
  language?: 'zh' | 'en';
}

interface Open {
  /** Signs in with a demo account on the test's own page and opens a path. */
  (path: string, account?: string, language?: 'zh' | 'en'): Promise<Page>;
  /** The same on another page, for a second user. */
  as(page: Page, path: string, account: string, how?: SignIn): Promise<void>;
  /** Allows a console message that would otherwise fail the test. */
  expects(remark: RegExp): void;
}

/** Logged by Chromium without a graphics card for every map; caused by the machine, not by the page. */
const driverRemark = /^\[\.WebGL-\w+\]GL Driver Message .*GPU stall due to ReadPixels/;

/** A signed-in browser. An error or warning in its console fails the test. */
export const test = base.extend<{ open: Open }>({
  open: async ({ page }, use) => {
    const complaints: string[] = [];
    const expected = [driverRemark];
    const watch = (watched: Page) => {
      watched.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        if (expected.some((remark) => remark.test(message.text()))) return;
        const { url, lineNumber, columnNumber } = message.location();
        complaints.push(`${message.text()} (${url}:${lineNumber}:${columnNumber})`);
      });
      watched.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
    };
    const as: Open['as'] = async (other, path, account, how) => {
      watch(other);
      await signIn(other, path, account, how);
    };
    const open = async (path: string, account = 'admin', language: 'zh' | 'en' = 'zh') => {
      await as(page, path, account, { language });
      return page;
    };
    await use(Object.assign(open, { as, expects: (remark: RegExp) => void expected.push(remark) }));
    expect(complaints).toEqual([]);
  },
});

/** Signs in like the form but without its page, which has its own tests. */
async function signIn(
  page: Page,
  path: string,
  account: string,
  { password = demoPassword, language = 'zh' }: SignIn = {},
): Promise<void> {
  const device = randomUUID();
  const answer = await page.request.post('/auth_login/login', {
    data: { account, password },
    headers: { OperationPlatform: 'Web', IMEI: device },
  });
  const { code, message, data } = await answer.json();
  expect({ code, message }).toMatchObject({ code: 0 });
  await page.addInitScript(
    ([chosen, userId, session]) => {
      // Only once: later changes by the page must persist.
      if (sessionStorage.getItem('language')) return;
      sessionStorage.setItem('language', chosen);
      sessionStorage.setItem('user_info', session);
      localStorage.setItem('userid', userId);
    },
    [language, device, JSON.stringify(data)] as const,
  );
  await page.goto(path);
  await page.waitForURL((url) => url.pathname === new URL(path, url).pathname);
}

/** Ant Design puts a space between the two characters of a short Chinese button. */
export function spaced(word: string): RegExp {
  return new RegExp(`^${[...word].join('\\s?')}$`);
}

export { expect };
