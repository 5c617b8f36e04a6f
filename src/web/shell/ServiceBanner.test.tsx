import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type DatabaseState, databaseHealthPath } from '#shared/contract/platform/platform-status.ts';
import { serverReached } from '#web/api/connection.ts';
import { startPlatform } from '#web/api/test-platform.ts';
import { dismiss, toastsShown } from '#web/api/toasts.ts';
import { setLanguage, startI18n } from '#web/i18n.ts';
import { OvertimePage } from './OvertimePage.tsx';
import { ServiceBanner } from './ServiceBanner.tsx';

let platform: Awaited<ReturnType<typeof startPlatform>> | undefined;

beforeAll(startI18n);
afterEach(async () => {
  cleanup();
  await setLanguage('zh');
  for (const { id } of toastsShown()) dismiss(id);
  await platform?.stop();
});

/** Documented limit for reporting an outage. */
const within = { timeout: 15_000 };

test('a page says what is wrong with the server or its database within 15 s, and no longer when it is over', async () => {
  let database: DatabaseState = 'ok';
  let answers = true;
  platform = await startPlatform(() => (answers ? { database } : 'break'));
  const { askedFor } = platform;
  render(<ServiceBanner />);
  await waitFor(() => expect(askedFor(databaseHealthPath).length).toBeGreaterThan(0), within);
  expect(screen.queryByRole('alert')).toBeNull();

  database = 'away';
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^数据库没有应答/), within);
  await setLanguage('en');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/^The database is not responding/),
  );
  database = 'refuses_writes';
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/database is read-only/), within);
  answers = false;
  await waitFor(
    () => expect(screen.getByRole('alert').textContent).toMatch(/^The server cannot be reached/),
    within,
  );
  answers = true;
  database = 'ok';
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), within);
  expect(toastsShown()).toMatchObject([{ tone: 'success' }, { tone: 'success' }]);
});

test('a database that is known to be away is not called an unreachable server where calls hang', async () => {
  let hangs = false;
  platform = await startPlatform(() => (hangs ? 'hang' : { database: 'away' }));
  const { askedFor } = platform;
  render(<ServiceBanner />);
  const said = () => screen.getByRole('alert').textContent;
  await waitFor(() => expect(said()).toMatch(/^数据库没有应答/), within);
  hangs = true;
  const before = askedFor(databaseHealthPath).length;
  // The next health check follows after the previous one timed out.
  await waitFor(() => expect(askedFor(databaseHealthPath).length).toBeGreaterThan(before + 2), {
    timeout: 30_000,
  });
  expect(said()).toMatch(/^数据库没有应答/);
});

test('a server that answers other calls is slow, and not called unreachable', async () => {
  let hangs = false;
  platform = await startPlatform(() => (hangs ? 'hang' : { database: 'ok' }));
  const { askedFor } = platform;
  render(<ServiceBanner />);
  await waitFor(() => expect(askedFor(databaseHealthPath).length).toBeGreaterThan(0), within);
  hangs = true;
  const others = setInterval(() => serverReached(true), 500);
  const before = askedFor(databaseHealthPath).length;
  await waitFor(() => expect(askedFor(databaseHealthPath).length).toBeGreaterThan(before + 2), {
    timeout: 30_000,
  });
  clearInterval(others);
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^无法连接服务器/), within);
});

test('the page of an ended session, outside the shell, says so too', async () => {
  platform = await startPlatform(() => ({ database: 'away' }));
  render(<OvertimePage />);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^数据库没有应答/), within);
});
