import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rolePowers } from '#shared/contract/access/roles.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { PlatformConfigPage } from './PlatformConfigPage.tsx';

const config = {
  platform_title: null,
  platform_title_en: null,
  platform_logo: null,
  sign_in_picture: null,
  gateway_address: null,
  file_max_mb: 2048,
  file_types: 'pdf png xlsx',
  time_zone: 'Asia/Shanghai',
  raw_packet_days: 90,
  realtime_months: 12,
  minute_months: 0,
  message_days: 365,
  map_provider: 'bundled',
  map_general_url: null,
  map_satellite_url: null,
  map_dark_url: null,
  map_hosts: null,
  map_max_zoom: 18,
  map_attribution: null,
  sms_provider: 'outbox',
  sms_sign_name: null,
  sms_code_template: null,
  sms_notice_template: null,
  email_provider: 'smtp',
  smtp_host: 'mail.example.com',
  smtp_port: 587,
  smtp_security: 'starttls',
  smtp_user: 'platform',
  mail_from: 'a@b.cn',
  webhook_provider: 'outbox',
  alarm_sound: 'chime',
  secrets_set: ['smtp_password'],
  codes_limited_by: [],
  zone_fixed: true,
  retention_locked: false,
  demo: { on: false, seeded_at: null, removed_at: null },
  version: 7,
  updated_at: '2026-11-01T00:00:00.000Z',
};

async function show(
  failure = 'connect ECONNREFUSED 10.0.0.1:587',
  more: Parameters<typeof stubServer>[0] = {},
) {
  const server = stubServer({
    [platformConfig.data.path]: () => ok(config),
    [platformConfig.set.path]: () => ok(),
    [platformConfig.test.path]: () => ok({ sent: false, provider: 'smtp', error: failure }),
    ...more,
  });
  await showPage(<PlatformConfigPage />, '/page?tab=settings');
  await screen.findByLabelText('服务器地址');
  return server;
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const saved = async (server: Awaited<ReturnType<typeof show>>) => {
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(server.inputsOf(platformConfig.set.path)).toHaveLength(1));
  return server.inputsOf(platformConfig.set.path)[0];
};

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('whoever may not change the message services reads them, is told why, and changes the rest', async () => {
  signInAs(1);
  const power_code = 'platform.write';
  const held = { power_id: 1, power_name: '', power_name_en: '', power_code, power_url: '', type: 3 };
  const server = await show(undefined, {
    [rolePowers.data.path]: () => ok({ data_info: [{ ...held, parent_id: null }], total: 1 }),
  });
  await waitFor(() => expect(screen.getByLabelText('原始报文保留')).toHaveProperty('disabled', false));
  for (const label of ['服务器地址', '端口', '密码'])
    expect(screen.getByLabelText(label)).toHaveProperty('disabled', true);
  expect(screen.getAllByText(/^验证码经由这些服务发送/)).toHaveLength(4);
  type('原始报文保留', '30');
  expect(await saved(server)).toEqual({ version: 7, raw_packet_days: 30 });
});

test('only what was changed is sent, and an emptied field takes back what was set', async () => {
  const server = await show();
  type('原始报文保留', '30');
  type('实时数据保留', '');
  expect(await saved(server)).toEqual({ version: 7, raw_packet_days: 30, realtime_months: null });
});

test('a secret is sent when one is typed, does not stay in its field, and is cleared on purpose only', async () => {
  const server = await show();
  type('密码', 'new-secret');
  type('密码', '');
  expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', true);
  type('密码', 'new-secret');
  expect(await saved(server)).toEqual({ version: 7, smtp_password: 'new-secret' });
  await waitFor(() => expect(screen.getByLabelText('密码')).toHaveProperty('value', ''));

  fireEvent.click(screen.getByRole('button', { name: '清除' }));
  expect(screen.getByPlaceholderText('保存后清除')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(server.inputsOf(platformConfig.set.path)[1]).toEqual({ version: 7, smtp_password: null }),
  );
});

test('a password is said to go with its server, until it is typed anew', async () => {
  await show();
  const said = () => screen.queryByText(/^所属的地址或账号已更改/);
  expect(said()).toBeNull();
  type('服务器地址', 'other.example.com');
  await waitFor(() => expect(said()).toBeTruthy());
  type('密码', 'new-secret');
  await waitFor(() => expect(said()).toBeNull());
  type('密码', '');
  await waitFor(() => expect(said()).toBeTruthy());
  type('服务器地址', 'mail.example.com');
  await waitFor(() => expect(said()).toBeNull());
});

test('a test says why it failed, and is not offered of what is not saved', async () => {
  await show();
  const test = () => screen.getAllByRole('button', { name: '发送测试' })[1] as HTMLButtonElement;
  type('接收测试的邮箱', 'me@example.com');
  fireEvent.click(test());
  expect(await screen.findByText('发送失败：connect ECONNREFUSED 10.0.0.1:587')).toBeTruthy();
  type('服务器地址', 'other.example.com');
  await waitFor(() => expect(test().disabled).toBe(true));
  expect(screen.queryByText(/^发送失败/)).toBeNull();
});
