import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { idlePort } from '#test/helpers/idle-port.ts';
import { seriousProblems } from './axe.ts';
import { call, password } from './people.ts';
import { expect, spaced, test } from './signed-in.ts';

const section = (on: Page, name: string) => on.getByRole('region', { name, exact: true });
const choose = async (on: Page, label: string, option: string) => {
  await on.getByLabel(label).click();
  await on.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
};

test('mail is set up, tested with the real reason and then for real, and every message is on record', async ({
  open,
}) => {
  const port = await idlePort();
  const on = await open('/assistconfigs/platform?tab=settings');
  const email = section(on, '电子邮件');
  await email.getByLabel('发送渠道').click();
  await on.locator('.ant-select-dropdown:visible').getByTitle('SMTP 服务器').click();
  await email.getByLabel('服务器地址').fill('127.0.0.1');
  await email.getByLabel('端口').fill(String(port));
  await choose(on, '加密方式', '不加密（仅限内网）');
  await email.getByLabel('账号').fill('platform');
  await email.getByLabel('密码').fill('a-real-secret');
  // Another test may have configured e-mail in the same instance.
  await email.getByLabel('发件人').fill('');
  await expect(email.getByRole('button', { name: '发送测试' })).toBeDisabled();
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(email.getByText('不能为空')).toBeVisible();
  await email.getByLabel('发件人').fill('监测平台 <noreply@example.com>');
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByText('平台配置已保存')).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  // A stored secret is never shown.
  await on.reload();
  await expect(email.getByLabel('密码')).toHaveValue('');
  await expect(email.getByPlaceholder('已设置，不再显示；输入新值即可更换')).toBeVisible();
  await email.getByLabel('接收测试的邮箱').fill('nobody');
  await email.getByRole('button', { name: '发送测试' }).click();
  await expect(email.getByText('请输入正确的邮箱地址')).toBeVisible();
  await email.getByLabel('接收测试的邮箱').fill('someone@example.com');
  await email.getByRole('button', { name: '发送测试' }).click();
  await expect(email.getByText(/^发送失败：.*ECONNREFUSED/)).toBeVisible();

  const passwords: unknown[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => {
      passwords.push(auth.password);
      done(null, { user: auth.username });
    },
  });
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  await email.getByRole('button', { name: '发送测试' }).click();
  await expect(email.getByText('测试消息已发出，请查收。')).toBeVisible();
  expect(passwords).toEqual(['a-real-secret']);
  await new Promise<void>((resolve) => server.close(resolve));

  await on.goto('/assistconfigs/messages?kind=test');
  const rows = on.locator('tbody').getByRole('row').filter({ hasText: 'someone@example.com' });
  await expect(rows).toHaveText([/已发送/, /发送失败.*ECONNREFUSED/]);
  await on.getByRole('combobox', { name: '状态', exact: true }).click();
  await on.locator('.ant-select-dropdown:visible').getByTitle('发送失败', { exact: true }).click();
  await expect(on).toHaveURL(/state=failed/);
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: '展开详情' }).click();
  await expect(on.getByText('这是一条测试消息。', { exact: false })).toBeVisible();
  await expect(rows.getByRole('button', { name: '重发' })).toHaveCount(0);
  expect(await seriousProblems(on)).toEqual([]);

  // Restore the settings, which other tests rely on.
  await on.goto('/assistconfigs/platform?tab=settings');
  await email.getByLabel('发送渠道').click();
  await on
    .locator('.ant-select-dropdown:visible')
    .getByTitle(/^仅保存在平台/)
    .click();
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByText('平台配置已保存')).toBeVisible();
});

test('a report that is ready rings the bell of its owner, once', async ({ open, request }) => {
  const { data } = await call(request, '/auth_login/login', { account: 'manager', password });
  const token = String(data.access_token);
  const made = await call(
    request,
    '/monitor/form/schedule/add',
    { schedule_name: 'Morning', language: 'en' },
    token,
  );
  const asked = { schedule_id: made.data.schedule_id, date: '2026-11-01' };
  expect((await call(request, '/monitor/form/schedule/make', asked, token)).code).toBe(0);

  const on = await open('/assistconfigs/messages', 'manager', 'en');
  const row = on.locator('tbody').getByRole('row').filter({ hasText: 'Morning 2026-11-01' });
  await expect(async () => {
    await on.getByRole('button', { name: 'Refresh' }).click();
    await expect(row).toContainText('In-app', { timeout: 3000 });
  }).toPass();
  await on.reload();
  // Other tests in this instance may have sent messages to the manager.
  await on.getByRole('button', { name: /^Messages, \d+ unread/ }).click();
  await expect(on.getByRole('list', { name: 'Messages' })).toContainText('Morning 2026-11-01');
  expect(await seriousProblems(on)).toEqual([]);
  await on.keyboard.press('Escape');
  await on.getByRole('heading', { name: 'Message query' }).click();
  await expect(on.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();

  await on.goto('/assistconfigs/platform?tab=settings');
  await expect(
    on.getByText('Demo instance: the account passwords are public.', { exact: false }),
  ).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);
});
