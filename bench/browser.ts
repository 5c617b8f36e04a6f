import { type Browser, chromium, type Page } from '@playwright/test';
import { held } from './ending.ts';
import type { Stage } from './stage.ts';

/** A browser that is closed at the bench's end. */
export function openBrowser(): Promise<Browser> {
  return held(
    () =>
      chromium.launch({
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        // Playwright's own handlers would end this process at once.
        handleSIGINT: false,
        handleSIGTERM: false,
      }),
    (opened) => opened.close(),
  );
}

/** A page of a demo account. */
export async function openPage(
  browser: Browser,
  { webPort }: Stage,
  path: string,
  account = 'admin',
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${webPort}/login?redirect=${encodeURIComponent(path)}`);
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[name=password]').fill('lanjing123');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  return page;
}
