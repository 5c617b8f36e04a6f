import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { rolePowers } from '#shared/contract/access/roles.ts';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { PlatformBanner } from './PlatformBanner.tsx';

const GB = 1024 ** 3;
const disk = { holds: 'all', free: GB, total: 100 * GB, warning_below: 10 * GB, critical_below: 2 * GB };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = async (role: number, findings: object[]) => {
  signInAs(role);
  const server = stubServer({
    [platformStatus.findings.path]: () => ok({ findings }),
    [rolePowers.data.path]: () => ok({ data_info: [], total: 0 }),
  });
  await showPage(<PlatformBanner />);
  return server;
};

test('the worst of what there is stands on the page, with the way to it, until it is dismissed', async () => {
  await show(0, [
    { name: 'upkeep', level: 'warning' },
    { name: 'disk', level: 'critical', disk },
  ]);
  const banner = await screen.findByRole('alert');
  expect(banner.textContent).toContain('磁盘即将写满：数据库和文件所在磁盘剩余 1.00 GB，共 100.00 GB');
  expect(screen.getByRole('link', { name: '查看运行状态' }).getAttribute('href')).toBe(
    '/assistconfigs/platform',
  );
  fireEvent.click(screen.getByRole('button', { name: '本次不再提示' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('who may not see the platform’s settings is neither told nor asked for', async () => {
  const server = await show(5, [{ name: 'disk', level: 'critical', disk }]);
  await waitFor(() => expect(server.inputsOf(rolePowers.data.path)).toHaveLength(1));
  expect(server.inputsOf(platformStatus.findings.path)).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});
