import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { call, password, withUser } from './people.ts';
import { expect, test } from './product.ts';

test.beforeEach(({ page }) => {
  page.on('pageerror', (error) => {
    throw error;
  });
});

const titles = {
  zh: '空气质量监测综合管理平台',
  en: 'Air Quality Monitoring Integrated Management Platform',
};

async function fillIn(page: Page, account: string, secret = password): Promise<void> {
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[name=password]').fill(secret);
  await page.keyboard.press('Enter');
}

test('the sign-in page stays far below its budget of 250 kB', async ({ page, request }) => {
  const scripts = new Set<string>();
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script') scripts.add(asked.url());
  });
  await page.goto('/login');
  await page.locator('input[name=account]').waitFor();
  await page.waitForLoadState('networkidle');
  let bytes = 0;
  for (const url of scripts) bytes += gzipSync(await (await request.get(url)).body()).length;
  expect(scripts.size).toBeGreaterThan(2);
  expect(bytes).toBeLessThan(200_000);
});

for (const language of ['zh', 'en'] as const) {
  test(`signing in leads home, with the platform's title (${language})`, async ({ page }) => {
    await page.addInitScript((chosen) => sessionStorage.setItem('language', chosen), language);
    await page.goto('/');
    await expect(page).toHaveURL(/\/login\?redirect=%2F/);
    await expect(page).toHaveTitle(titles[language]);
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en');
    await fillIn(page, 'admin');
    await expect(page).toHaveURL(/\/homepages$/);
    await expect(page).toHaveTitle(titles[language]);
    await expect(
      page.getByRole('link', { name: language === 'zh' ? '系统配置' : 'Configuration', exact: true }),
    ).toBeVisible();
  });
}

test('a mobile number signs in as well as an account', async ({ page, request }) => {
  const admin = await call(request, '/auth_login/login', { account: 'operator', password });
  const { mobile } = admin.data.user as { mobile: string };
  await page.goto('/login');
  await fillIn(page, mobile);
  await expect(page).toHaveURL(/\/homepages$/);
});

test('a change of language or theme keeps what was typed', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('账号或手机号').fill('operator');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByLabel('Account or mobile number')).toHaveValue('operator');
  await page.getByRole('button', { name: 'Switch to dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByLabel('Account or mobile number')).toHaveValue('operator');
});

test('wrong passwords are counted, then locked out with the time until when', async ({ page, request }) => {
  await withUser(request, async (account) => {
    await page.goto('/login');
    await fillIn(page, account, 'wrong-one');
    await expect(page.getByRole('alert').filter({ hasText: /还可以尝试 \d+ 次/ })).toBeVisible();
    await expect(page.locator('input[name=password]')).toHaveValue('wrong-one');
    const locked = page
      .getByRole('alert')
      .filter({ hasText: /账号已锁定，(\d{4}-\d\d-\d\d )?\d\d:\d\d 之后/ });
    for (let tries = 0; tries < 12 && !(await locked.isVisible()); tries++) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/auth_login/login'));
      await page.locator('input[name=password]').press('Enter');
      await answered;
      await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false');
    }
    await expect(locked).toBeVisible();
    await fillIn(page, account);
    await expect(locked).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
});

test('without a session every route leads to sign-in and back, query and all', async ({ page }) => {
  await page.goto('/userconfigs/roles?page_index=1&keyword=管');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fillIn(page, 'admin');
  await page.waitForURL((url) => url.pathname === '/userconfigs/roles');
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('管');
});

test('a redirect to another site is not followed', async ({ page, baseURL }) => {
  await page.goto('/login?redirect=//evil.example/x');
  await fillIn(page, 'admin');
  await expect(page).toHaveURL(`${baseURL}/homepages`);
});

test('who is signed in is sent home from sign-in, and told so for two seconds', async ({ page }) => {
  await page.goto('/login');
  await fillIn(page, 'admin');
  await expect(page).toHaveURL(/\/homepages$/);
  const words = '请勿重复登录';
  await page.addInitScript(watchWords, words);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/homepages$/);
  await expect(page.locator('html')).toHaveAttribute('data-shown-ms');
  await expect(page.getByText(words)).toBeHidden();
  const shownMs = Number(await page.locator('html').getAttribute('data-shown-ms'));
  expect(shownMs).toBeGreaterThan(1200);
  expect(shownMs).toBeLessThan(4000);
});

/** Runs in the page to get exact times; polling from outside is too coarse. */
function watchWords(words: string): void {
  let since: number | undefined;
  new MutationObserver(() => {
    const isShown = document.body?.textContent.includes(words) ?? false;
    if (isShown) since ??= performance.now();
    else if (since !== undefined && !document.documentElement.dataset.shownMs) {
      document.documentElement.dataset.shownMs = String(Math.round(performance.now() - since));
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

test('signing out ends the session on the server and keeps the way back', async ({ page, request }) => {
  await page.goto('/login?redirect=/userconfigs/roles');
  await fillIn(page, 'admin');
  await page.waitForURL('/userconfigs/roles');
  const info = await page.evaluate(() => [sessionStorage.user_info, localStorage.userid] as const);
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fuserconfigs%2Froles/);
  expect(await page.evaluate(() => sessionStorage.getItem('user_info'))).toBeNull();
  const { access_token } = JSON.parse(info[0]) as { access_token: string };
  const answer = await request.post('/auth_login/login/user/me', {
    data: {},
    headers: { OperationPlatform: 'Web', IMEI: info[1], access_token },
  });
  expect(await answer.json()).toMatchObject({ code: 6 });
});

test('a session that ends elsewhere says so once and leads to sign-in after a second', async ({
  page,
  request,
}) => {
  await page.goto('/login?redirect=/personal');
  await fillIn(page, 'admin');
  const configuration = page.getByRole('link', { name: '系统配置', exact: true });
  await expect(configuration).toBeVisible();
  await page.waitForLoadState('networkidle');
  const [info, device] = await page.evaluate(() => [sessionStorage.user_info, localStorage.userid] as const);
  const { access_token } = JSON.parse(info) as { access_token: string };
  const signOut = () =>
    request.post('/auth_login/login/out', {
      data: {},
      headers: { OperationPlatform: 'Web', IMEI: device, access_token },
    });
  // Ends the session after the click has navigated and before any answer arrives there; otherwise the live socket or
  // the bell's polling would notice it on the previous page.
  let over: Promise<unknown> | undefined;
  await page.route('**/*', async (route) => {
    const isAfterClick = route.request().method() === 'POST' && page.url().includes('/userconfigs');
    if (isAfterClick) over ??= signOut();
    await over;
    await route.fallback();
  });
  await configuration.click();
  await expect(page.getByText('token过期,请重新登陆')).toHaveCount(1);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fuserconfigs/);
  await fillIn(page, 'admin');
  await page.waitForURL('/userconfigs/permissions');
});

test('register and retrieve password are sub-forms with addresses of their own', async ({ page }) => {
  await page.goto('/login?redirect=/personal');
  await page.getByRole('link', { name: '注册账号' }).click();
  await expect(page).toHaveURL(/form=register/);
  await page.getByRole('button', { name: '注册', exact: true }).click();
  for (const sentence of ['请输入手机号', '请输入验证码', '请输入真实姓名', '请输入密码']) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
  await page.getByLabel('手机号').fill('13912345678');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /\d+ 秒后重发/ })).toBeDisabled();
  await page.goBack();
  await page.getByRole('link', { name: '忘记密码？' }).click();
  await expect(page).toHaveURL(/redirect=%2Fpersonal.*form=password/);
  await page.getByLabel('新密码').fill('secret1');
  await page.getByLabel('确认密码').fill('secret2');
  await page.getByRole('button', { name: '设置新密码' }).click();
  await expect(page.getByText('两次输入的密码不一致，请重新输入')).toBeVisible();
});
