import type { Locator, Page } from '@playwright/test';
import { test as signedOut } from './product.ts';
import { expect, test } from './signed-in.ts';

/** The shell is the same on every page, and this one has no map. */
const plain = '/personal';
const group = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name, exact: true });
const side = (page: Page) => page.getByRole('navigation', { name: '侧边导航' });
const tabs = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' });

test('the super administrator sees every group and the wisdom screen; the side menu folds and remembers it', async ({
  open,
}) => {
  const page = await open('/userconfigs/roles');
  for (const name of ['首页', '数据采集', '运维管理', '系统配置', '更多', '智慧大屏']) {
    await expect(group(page, name)).toBeVisible();
  }
  await page.getByRole('button', { name: '收起菜单' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
});

test('another role sees the pages of its powers and no others', async ({ open }) => {
  const page = await open(plain, 'learner');
  await expect(group(page, '首页')).toBeVisible();
  await expect(group(page, '更多')).toBeVisible();
  await expect(group(page, '系统配置')).toHaveCount(0);
  await page.goto('/userconfigs/users');
  await expect(page.getByRole('heading', { name: '没有访问权限' })).toBeVisible();
  await expect(page).toHaveURL(/\/userconfigs\/users$/);
});

test('a section opens its default page, with breadcrumb and side menu in step; one whose turn has not come says so', async ({
  open,
}) => {
  const page = await open('/alarmdatas/standards');
  await page.goto('/alarmdatas');
  await expect(page).toHaveURL(/\/alarmdatas\/standards$/);
  const trail = page.getByRole('navigation', { name: '当前位置' });
  await expect(trail).toContainText('数据采集');
  await expect(trail).toContainText('报警标准设置');
  await expect(side(page).getByRole('link', { name: '报警标准设置' })).toBeVisible();
  await page.goto('/countercharges/upgrade');
  await expect(page.getByRole('heading', { name: '“远程升级”尚未开放' })).toBeVisible();
});

test('an unknown path leads to the 404 page, from there back or home', async ({ open }) => {
  const page = await open('/userconfigs/roles');
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/userconfigs\/roles$/);
  await page.goForward();
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/homepages$/);
});

test('the overtime page offers to sign in again', async ({ page }) => {
  await page.goto('/overtime');
  await page.getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('tabs keep the query of their page, survive a reload, and close', async ({ open }) => {
  const page = await open('/userconfigs/roles?page_size=50');
  await side(page).getByRole('link', { name: '用户管理', exact: true }).click();
  await expect(page).toHaveURL(/\/userconfigs\/users/);
  await page.reload();
  await tabs(page).getByRole('link', { name: '角色管理' }).click();
  await expect(page).toHaveURL(/\/userconfigs\/roles\?page_size=50/);
  await tabs(page).getByRole('button', { name: '关闭“角色管理”' }).click();
  await expect(page).toHaveURL(/\/userconfigs\/users/);
  await expect(tabs(page).getByRole('link', { name: '角色管理' })).toHaveCount(0);
  await side(page).getByRole('link', { name: '权限管理', exact: true }).click();
  await tabs(page).getByRole('button', { name: '页面操作' }).click();
  await page.getByRole('menuitem', { name: '关闭其他页面' }).click();
  await expect(tabs(page).getByRole('link')).toHaveCount(2);
});

test('Ctrl-K finds a page by pinyin initials and by name', async ({ open }) => {
  const page = await open(plain);
  await expect(group(page, '系统配置')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '快速跳转' }).fill('sjrz');
  await expect(page.getByRole('option').first()).toContainText('审计日志');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/assistconfigs\/audit/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '快速跳转' }).fill('没有这样的页面');
  await expect(page.getByText(/没有找到/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: '快速跳转' })).toBeHidden();
});

test('language and theme change in place and keep what the page holds', async ({ open }) => {
  const page = await open('/personal');
  await page.getByLabel('真实姓名').fill('还没保存');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Personal center' })).toBeVisible();
  await expect(page.getByLabel('Real name')).toHaveValue('还没保存');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Switch to dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByLabel('Real name')).toHaveValue('还没保存');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByLabel('真实姓名')).toHaveValue('还没保存');
});

test('leaving a page with unsaved changes asks first', async ({ open }) => {
  const page = await open('/personal');
  await page.getByLabel('真实姓名').fill('还没保存');
  await group(page, '首页').click();
  const question = page.getByRole('dialog').filter({ hasText: '有未保存的修改' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect(page).toHaveURL(/\/personal$/);
  await expect(page.getByLabel('真实姓名')).toHaveValue('还没保存');
  await group(page, '首页').click();
  await question.getByRole('button', { name: '离开' }).click();
  await expect(page).toHaveURL(/\/homepages$/);
});

test('signing out with unsaved changes asks first, while the session still stands', async ({ open }) => {
  const page = await open('/personal', 'operator');
  await page.getByLabel('真实姓名').fill('还没保存');
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '有未保存的修改' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  expect(await page.evaluate(() => sessionStorage.getItem('user_info'))).not.toBeNull();
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await question.getByRole('button', { name: '离开' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fpersonal/);
});

test('one’s own name is changed and shown in the header; a new password unlike its repetition is refused', async ({
  open,
}) => {
  const page = await open('/personal', 'auditor');
  const name = page.getByLabel('真实姓名');
  const before = await name.inputValue();
  await name.fill('新名字');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('button', { name: '用户菜单: 新名字' })).toBeVisible();
  await name.fill(before);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('button', { name: `用户菜单: ${before}` })).toBeVisible();
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await dialog.getByLabel('原密码').fill('lanjing123');
  await dialog.getByLabel('新密码', { exact: true }).fill('secret1');
  await dialog.getByLabel('确认新密码').fill('secret2');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('两次输入的密码不一致，请重新输入')).toBeVisible();
});

// Not through `open`: the browser logs the failed requests of this test.
signedOut('without a connection a banner says so, and goes when it is back', async ({ page, context }) => {
  await page.goto('/login');
  await page.locator('input[name=account]').fill('admin');
  await page.locator('input[name=password]').fill('lanjing123');
  await page.keyboard.press('Enter');
  await expect(group(page, '系统配置')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('网络已断开，数据可能不是最新的')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('网络已恢复')).toBeVisible();
});

test('every English entry of the menus is readable to its end, in the side menu and in the drawer', async ({
  open,
}) => {
  const page = await open(plain, 'admin', 'en');
  const sideMenu = page.getByRole('navigation', { name: 'Side navigation' });
  for (const path of ['/dataanalysis', '/countercharges', '/userconfigs', '/learning']) {
    await page.goto(path);
    await expectReadable(sideMenu);
  }
  await page.setViewportSize({ width: 700, height: 900 });
  await page.getByRole('button', { name: 'Main navigation' }).click();
  await expectReadable(page.getByRole('dialog'));
});

/** With all sections expanded, no name is cut off or taller than its entry. */
async function expectReadable(menu: Locator) {
  const closed = menu.locator('[aria-expanded="false"]');
  await expect(menu.locator('[aria-expanded]').first()).toBeVisible();
  while ((await closed.count()) > 0) await closed.first().click();
  const cut = () =>
    menu.evaluate((element) =>
      [...element.querySelectorAll('.ant-menu-submenu-title, .ant-menu-item')].flatMap((entry) => {
        const name = entry.querySelector('.ant-menu-title-content');
        if (!name) return [];
        const [outer, inner] = [entry.getBoundingClientRect(), name.getBoundingClientRect()];
        const isCut =
          name.scrollWidth > name.clientWidth || inner.top < outer.top || inner.bottom > outer.bottom;
        return isCut ? [entry.textContent] : [];
      }),
    );
  await expect.poll(cut).toEqual([]);
}
