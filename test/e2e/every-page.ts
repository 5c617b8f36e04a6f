/**
 * Opens every page of a running demo in both themes and lists serious and critical accessibility problems, and layout
 * shifts during loading. `npm run -s accessibility -- http://127.0.0.1:3000 [zh|en] [path …]`
 */
import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { demoSites } from '#server/demo/sites.ts';
import { sections, standalone } from '#shared/menu.ts';
import { seriousProblems } from './axe.ts';
import { layoutShift, watchLayoutShift } from './layout-shift.ts';

const WIDTH = 1366;
const HEIGHT = 768;
/** Maximum wait for an idle network; live pages never become idle. */
const QUIET_MS = 3000;
const LARGEST_SHIFT = 0.05;

const [address = 'http://127.0.0.1:3000', language = 'zh', ...chosen] = process.argv.slice(2);
const account = process.env.DEMO_ACCOUNT ?? 'admin';

type Call = (path: string, data: object) => Promise<{ code: number; data: unknown }>;

async function signedIn(browser: Browser, theme: string): Promise<{ context: BrowserContext; call: Call }> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: WIDTH, height: HEIGHT },
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const device = randomUUID();
  const headers: Record<string, string> = { OperationPlatform: 'Web', IMEI: device };
  const call: Call = async (path, data) =>
    (await context.request.post(path, { data, headers, timeout: 120_000 })).json();
  const session = (await call('/auth_login/login', { account, password: 'lanjing123' })).data;
  const stored = [theme, language, device, JSON.stringify(session)] as const;
  await context.addInitScript(([theme, language, device, session]) => {
    localStorage.setItem('theme', theme);
    if (sessionStorage.getItem('language')) return;
    sessionStorage.setItem('language', language);
    sessionStorage.setItem('user_info', session);
    localStorage.setItem('userid', device);
  }, stored);
  return { context, call };
}

/** Every path of the menu; site pages use a demo site. */
function everyPath(): string[] {
  const menu = [...standalone, ...sections.flatMap(({ pages }) => pages)].map(({ path }) => path);
  const signedOut = ['/login', '/overtime', '/download'];
  return menu
    .filter((path) => !signedOut.includes(path))
    .map((path) => path.replace(':mn', demoSites[0]?.mn ?? ''));
}

async function settled(page: Page): Promise<void> {
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 60_000 })
    .catch(() => undefined);
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
}

let bad = 0;

async function look(page: Page, path: string, theme: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded', timeout: 60_000 });
  await settled(page);
  const problems = await seriousProblems(page);
  // The page redirected to sign-in, for example after too many sign-ins of one account.
  if (path !== '/login' && new URL(page.url()).pathname === '/login') problems.push('signed out');
  const { total, worst } = await layoutShift(page);
  const shift = total > LARGEST_SHIFT ? `  jumps ${total.toFixed(3)}: ${worst}` : '';
  bad += problems.length + (shift ? 1 : 0);
  const title = await page
    .locator('h1')
    .first()
    .textContent({ timeout: 1000 })
    .catch(() => '');
  const mark = problems.length > 0 || shift ? '✗' : '✓';
  console.log(`${mark} ${theme} ${path} “${title}” ${total.toFixed(3)}${shift}`);
  for (const problem of problems) console.log(`    ${problem}`);
}

async function walk(browser: Browser, theme: string): Promise<void> {
  const paths = chosen.length > 0 ? chosen : everyPath();
  if (chosen.length === 0 || chosen.includes('/login')) {
    const stranger = await browser.newContext({
      baseURL: address,
      viewport: { width: WIDTH, height: HEIGHT },
    });
    await stranger.addInitScript((theme) => localStorage.setItem('theme', theme), theme);
    await watchLayoutShift(stranger);
    await look(await stranger.newPage(), '/login', theme);
    await stranger.close();
  }
  const { context } = await signedIn(browser, theme);
  await watchLayoutShift(context);
  const page = await context.newPage();
  for (const path of paths.filter((one) => one !== '/login')) await look(page, path, theme);
  await context.close();
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
await Promise.all(['light', 'dark'].map((theme) => walk(browser, theme)));
await browser.close();
console.log(bad === 0 ? 'No findings.' : `${bad} findings.`);
process.exitCode = bad === 0 ? 0 : 1;
