import { expect, spaced, test } from './signed-in.ts';

test('an article goes from draft to auditors to its readers, and is found, commented on and collected', async ({
  open,
}) => {
  const title = `校准记录 ${Date.now()}`;
  const on = await open('/learning/articletypes');
  await on.getByRole('button', { name: '新增' }).first().click();
  await on.getByRole('textbox', { name: '* 类型名称' }).fill(`类型 ${title}`);
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByRole('row').filter({ hasText: `类型 ${title}` })).toBeVisible();

  await on.goto('/learning/articles?edit=new');
  await on.getByLabel('标题', { exact: true }).first().fill(title);
  const text = on.getByRole('textbox', { name: '正文' });
  await text.click();
  await text.pressSequentially('麒麟零点检查的步骤');
  await on.getByRole('combobox', { name: '类型' }).click();
  await on.getByTitle(`类型 ${title}`).click();
  await on.getByRole('button', { name: '保存并提交审核' }).click();
  await expect(on.getByRole('row').filter({ hasText: title })).toContainText('待审核');

  await on.goto('/learning/audit?state=awaiting');
  const row = on.getByRole('row').filter({ hasText: title });
  await row.getByRole('checkbox').check();
  await on
    .getByRole('button', { name: spaced('通过') })
    .first()
    .click();
  await on
    .getByRole('dialog')
    .getByRole('button', { name: spaced('通过') })
    .click();
  await expect(row).toBeHidden();

  await on.goto('/learning/articles');
  await on.getByPlaceholder('搜索标题和正文').fill('麒麟');
  await on.getByPlaceholder('搜索标题和正文').press('Enter');
  await on.getByRole('link', { name: new RegExp(title) }).click();
  await expect(on.getByRole('heading', { name: title })).toBeVisible();
  await expect(on.getByText('麒麟零点检查的步骤')).toBeVisible();
  await on.getByLabel('写评论').fill('<b>好</b>');
  await on.getByRole('button', { name: spaced('发表') }).click();
  await expect(on.getByText('<b>好</b>')).toBeVisible();
  await on.getByRole('button', { name: /收藏 0/ }).click();
  await expect(on.getByRole('button', { name: /取消收藏/ })).toBeVisible();
  await on.goto('/learning/mine?tab=collections');
  await expect(on.getByRole('link', { name: title })).toBeVisible();
});

test('a software key is issued, verifies, and with one letter changed does not', async ({ open }) => {
  const on = await open('/learning/softwarekey');
  await on.getByRole('button', { name: '生成密钥' }).first().click();
  const sheet = on.getByRole('dialog', { name: '生成密钥' });
  await sheet.getByLabel('DC').fill('10086');
  await sheet.getByLabel('CKB').fill('77');
  await sheet.getByLabel('PW1').fill('12345678');
  await sheet.getByLabel('PW2').fill('55');
  await sheet.getByLabel('有效期（天）').fill('30');
  await sheet.getByRole('button', { name: '生成密钥' }).click();
  await expect(sheet.getByText('应为 9 位')).toBeVisible();
  await sheet.getByLabel('PW1').fill('123456789');
  await sheet.getByRole('button', { name: '生成密钥' }).click();
  const shown = on.getByRole('dialog', { name: '新密钥' });
  const key = ((await shown.getByText(/^LJ1-/).textContent()) ?? '').trim();
  await on.goto('/learning/softwarekey?tab=verify');
  await on.getByLabel('密钥', { exact: true }).fill(key);
  await on.getByRole('button', { name: spaced('验证') }).click();
  await expect(on.getByRole('alert')).toContainText('有效');
  const changed = key.slice(0, 20) + (key[20] === 'A' ? 'B' : 'A') + key.slice(21);
  await on.getByLabel('密钥', { exact: true }).fill(changed);
  await on.getByRole('button', { name: spaced('验证') }).click();
  await expect(on.getByRole('alert')).toContainText('无效');
});
