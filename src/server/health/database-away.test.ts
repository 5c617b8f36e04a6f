import { beforeAll, expect, test } from 'vitest';
import { roles } from '#shared/contract/access/roles.ts';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { browser } from '#test/helpers/browser.ts';
import { type Line, openLine } from '#test/helpers/line.ts';

let app: TestApp;
let line: Line;
let admin: Client;
let learner: Client;

beforeAll(async () => {
  app = await testApp({}, async (databaseUrl) => {
    line = await openLine(databaseUrl);
    atEnd(() => line.close());
    return line.url;
  });
  [admin, learner] = [await app.login('admin'), await app.login('learner')];
  for (const client of [admin, learner]) await client.raw(roles.list.path, {});
});

const signal = async () => (await fetch(`${app.address}/health/database`)).json();

test.each(['cut', 'freeze'] as const)(
  'while the line to the database is out (%s) everybody is told from memory, the status calls answer, and nothing else does',
  async (blow) => {
    expect(await signal()).toEqual({ database: 'ok' });
    const page = await browser(app, admin, { topics: [] });
    const told = () => page.messages.flatMap((said) => (said.type === 'database' ? said.database : []));
    line[blow]();
    // Also before the watchdog has noticed.
    expect(await admin.send(platformStatus.data, {})).toMatchObject({ database: null });
    await expect.poll(signal).toEqual({ database: 'away' });
    const status = await admin.send(platformStatus.data, {});
    expect(status).toMatchObject({ database: null, database_state: 'away' });
    expect(status.findings).toContainEqual({ name: 'database', level: 'critical' });
    expect((await admin.send(platformStatus.findings, {})).findings).toHaveLength(1);
    await expect(learner.send(platformStatus.data, {})).rejects.toMatchObject({ fault: 'permission_denied' });
    const stolen = app.client('another-device');
    stolen.tokens = admin.tokens;
    expect((await stolen.raw(platformStatus.data.path, {})).envelope.code).not.toBe(0);
    if (blow === 'cut') expect((await admin.raw(roles.list.path, {})).status).toBe(503);
    // Open pages are notified over their live socket.
    await expect.poll(() => told().at(-1)).toBe('away');
    line.mend();
    await expect.poll(signal).toEqual({ database: 'ok' });
    await expect.poll(() => told().at(-1)).toBe('ok');
    await expect.poll(async () => (await admin.send(platformStatus.data, {})).findings).toEqual([]);
  },
);

test('connections that died without a word do not keep health from saying that the database is back', async () => {
  const health = async () => (await fetch(`${app.address}/health`)).json();
  await expect.poll(health).toMatchObject({ troubles: [] });
  line.strand();
  expect(await health()).toMatchObject({ troubles: ['database'] });
  // Other queries may wait for minutes on such a connection, but the health check must not.
  await expect.poll(health, { timeout: 40_000 }).toMatchObject({ troubles: [] });
  // A stopping server waits for queries on dead connections.
  line.cut();
  line.mend();
  await expect.poll(signal, { timeout: 20_000 }).toEqual({ database: 'ok' });
}, 60_000);

test('who is remembered is so for a quarter of an hour', async () => {
  const other = await app.login('manager');
  await other.raw(roles.list.path, {});
  line.cut();
  await expect.poll(signal).toEqual({ database: 'away' });
  expect((await other.raw(platformStatus.findings.path, {})).status).toBe(200);
  app.clock.forward(15 * 60 + 1);
  expect((await other.raw(platformStatus.findings.path, {})).envelope.code).not.toBe(0);
  line.mend();
  await expect.poll(signal).toEqual({ database: 'ok' });
});
