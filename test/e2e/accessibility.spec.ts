import { seriousProblems } from './axe.ts';
import { layoutShift, watchLayoutShift } from './layout-shift.ts';
import { expect, test } from './signed-in.ts';

const shellPaths = [
  '/homepages',
  '/personal',
  '/dataanalysis/historicaldata',
  '/404',
  '/userconfigs/roles',
  '/countercharges/originaldata',
  '/datareports/daily',
  '/alarmdatas/log',
  '/assistconfigs/platform',
];

/** Google's limit for a good CLS is 0.1. */
const LARGEST_SHIFT = 0.05;

/**
 * English words are longer, so text may be cut off or covered in one language only. Each language is tested in one
 * theme, because colours do not depend on the language.
 */
for (const [theme, language, named] of [
  ['light', 'zh', 'Chinese'],
  ['dark', 'en', 'English'],
] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.beforeEach(({ page }) =>
      page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme),
    );

    test('the sign-in forms have no serious problem, complaining or not', async ({ page }) => {
      for (const form of ['', '?form=register', '?form=password']) {
        await page.goto(`/login${form}`);
        await page.locator('form').waitFor();
        expect(await seriousProblems(page), form).toEqual([]);
        await page.locator('button[type=submit]').click();
        expect(await seriousProblems(page), `${form} complaining`).toEqual([]);
      }
    });

    test(`the shell and its pages in ${named} have no serious problem and do not jump while they load`, async ({
      open,
    }) => {
      const page = await open('/homepages', 'admin', language);
      await watchLayoutShift(page);
      for (const path of shellPaths) {
        await page.goto(path);
        await page.locator('#page-content h1').waitFor();
        expect(await seriousProblems(page), path).toEqual([]);
        const { total, worst } = await layoutShift(page);
        expect(total, `${path} jumps: ${worst}`).toBeLessThan(LARGEST_SHIFT);
      }
    });

    test('the jump box, the user menu and the complaining password dialog have no serious problem', async ({
      open,
    }) => {
      const page = await open('/homepages');
      await page.getByRole('link', { name: '系统配置', exact: true }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: '快速跳转' }).fill('用户');
      expect(await seriousProblems(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: '快速跳转' }).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: /用户菜单/ }).click();
      await page.getByRole('menuitem', { name: '修改密码' }).waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      await page.getByRole('menuitem', { name: '修改密码' }).click();
      await page.getByRole('dialog', { name: '修改密码' }).waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
      await page.getByText('请输入新密码').waitFor();
      expect(await seriousProblems(page)).toEqual([]);
    });
  });
}
