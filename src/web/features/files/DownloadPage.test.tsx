import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { databaseHealthPath } from '#shared/contract/platform/platform-status.ts';
import { startPlatform } from '#web/api/test-platform.ts';
import { startI18n } from '#web/i18n.ts';
import { DownloadPage } from './DownloadPage.tsx';

let platform: Awaited<ReturnType<typeof startPlatform>> | undefined;

beforeAll(startI18n);
afterEach(async () => {
  cleanup();
  await platform?.stop();
});

test('the page of downloads, outside the shell, says that the database is away', async () => {
  platform = await startPlatform(({ path }) =>
    path === databaseHealthPath ? { database: 'away' } : { code: 0, data: { apps: [] } },
  );
  render(
    <MemoryRouter initialEntries={['/download']}>
      <DownloadPage />
    </MemoryRouter>,
  );
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^数据库没有应答/), {
    timeout: 15_000,
  });
});
