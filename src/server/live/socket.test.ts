import fastify from 'fastify';
import { beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { hearChanges } from '#server/db/listen.ts';
import { sql } from '#server/db/sql.ts';
import { livePath, siteOf, type Watch } from '#shared/contract/live.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { browser } from '#test/helpers/browser.ts';
import { station } from '#test/helpers/station.ts';
import { upload } from '#test/helpers/upload.ts';
import { Hub } from './hub.ts';
import { serveLive } from './socket.ts';

let app: TestApp;
const siteIds: Record<string, number> = {};

beforeAll(async () => {
  app = await testApp();
  const rows = await app.db.rows<{ mn: string; site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id) values ('A', '甲站', 1), ('B', '乙站', 1) returning mn, site_id`);
  for (const { mn, site_id } of rows) siteIds[mn] = site_id;
  await vi.waitFor(() => expect(app.gateway.directory.find('B')).toBeDefined(), 30_000);
});

async function speak(mn: string, time: string, value: number) {
  const { send, next, socket } = await station(app.gateway.port);
  send(upload(mn, '2011', time, { a34004: value }));
  await next();
  socket.destroy();
}

const readings: Watch = { topics: ['reading'] };

test('a value is at the browser as soon as it is stored', async () => {
  const { events, messages } = await browser(app, await app.login('admin'), readings);
  expect(messages[0]).toMatchObject({ type: 'welcome', missed: false });
  await speak('A', '20261115095900', 35.5);
  await vi.waitFor(() => expect(events()).toHaveLength(1), 30_000);
  expect(events()).toMatchObject([
    {
      topic: 'reading',
      site_id: siteIds.A,
      data_type: 'realtime',
      ts: '2026-11-15T01:59:00.000Z',
      values: [35.5],
    },
  ]);
});

test('a user gets only the sites that they may see, and loses them at once', async () => {
  const client = await app.login('operator');
  const user_id = client.user?.user_id ?? 0;
  await app.db.run(sql`delete from user_site where user_id = ${user_id}`);
  await app.db.run(sql`update role set sees_all_sites = false where role_id = ${client.user?.role_id ?? 0}`);
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${siteIds.B ?? 0})`);
  const { events } = await browser(app, client, readings);
  await speak('A', '20261115095901', 1);
  await speak('B', '20261115095901', 2);
  await vi.waitFor(() => expect(events().map(siteOf)).toEqual([siteIds.B]), 30_000);
  await app.db.run(sql`delete from user_site where user_id = ${user_id}`);
  const all = await browser(app, await app.login('admin'), readings);
  await vi.waitFor(async () => {
    const before = events().length;
    await speak('B', '20261115095902', 3);
    await vi.waitFor(() => expect(all.events().length).toBeGreaterThan(0), 5000);
    expect(events().length).toBe(before);
  }, 30_000);
});

test('a page of all sites is told when one is added, removed or renamed, and of nothing else', async () => {
  const { events } = await browser(app, await app.login('admin'), { topics: ['sites'] });
  const told = async (change: () => Promise<unknown>) => {
    const before = events().length;
    await change();
    await vi.waitFor(() => expect(events().length).toBeGreaterThan(before), 30_000);
  };
  await told(() => app.db.run(sql`insert into site (mn, site_name) values ('C', '丙站')`));
  await told(() => app.db.run(sql`update site set site_name = '丁站' where mn = 'C'`));
  const before = events().length;
  await app.db.run(sql`update agreement set remark = '改' where agreement_id = 1`);
  await told(() => app.db.run(sql`delete from site where mn = 'C'`));
  expect(events().length).toBe(before + 1);
});

test('a user who gains or loses sites is told so', async () => {
  const client = await app.login('auditor');
  const user_id = client.user?.user_id ?? 0;
  await app.db.run(sql`update role set sees_all_sites = false where role_id = ${client.user?.role_id ?? 0}`);
  const { events } = await browser(app, client, { topics: ['sites'] });
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${siteIds.A ?? 0})`);
  await vi.waitFor(() => expect(events()).toEqual([{ topic: 'sites' }]), 30_000);
  await app.db.run(sql`delete from user_site where user_id = ${user_id}`);
  await vi.waitFor(() => expect(events()).toHaveLength(2), 30_000);
});

test('missed events are sent after a reconnection', async () => {
  const client = await app.login('admin');
  const first = await browser(app, client, readings);
  const welcome = first.messages[0];
  if (welcome?.type !== 'welcome') throw new Error('no welcome');
  first.socket.terminate();
  await first.closed;
  await speak('A', '20261115095910', 10);
  await speak('A', '20261115095911', 11);
  const second = await browser(app, client, readings, { epoch: welcome.epoch, seq: welcome.seq });
  await vi.waitFor(() => expect(second.events()).toHaveLength(2), 30_000);
  expect(second.messages[0]).toMatchObject({ type: 'welcome', missed: false });
  const third = await browser(app, client, readings, { epoch: 'another life', seq: 1 });
  expect(third.messages[0]).toMatchObject({ type: 'welcome', missed: true });
});

test('without a valid token there is nothing to see', async () => {
  const { messages, closed } = await browser(app, app.client(), readings);
  expect(messages).toEqual([{ type: 'refused', code: 401 }]);
  await closed;
});

test('nonsense ends the connection', async () => {
  const { socket, closed } = await browser(app, await app.login('admin'), readings);
  socket.send('{"type":"steal"}');
  await closed;
});

test('signing out ends the connection and says why', async () => {
  const client = await app.login('auditor');
  const { messages, closed } = await browser(app, client, readings);
  await app.db.run(sql`update session set revoked_at = now() where user_id = ${client.user?.user_id ?? 0}`);
  await closed;
  expect(messages.at(-1)).toEqual({ type: 'refused', code: 6 });
});

test('a connection that subscribes without authentication is closed', async () => {
  const server = fastify();
  const changes = hearChanges(app.databaseUrl, app.app.log);
  await serveLive(server, app.app, new Hub(), changes, 200);
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  atEnd(async () => {
    await server.close();
    await changes.stop();
  });
  const socket = new WebSocket(address.replace('http', 'ws') + livePath);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.once('open', () => socket.send(JSON.stringify({ type: 'watch', watch: readings })));
  await closed;
});

test('a flood of messages ends the connection; as many as a page of many parts sends do not', async () => {
  const client = await app.login('admin');
  const page = await browser(app, client, { topics: [] });
  for (let part = 0; part < 100; part += 1) page.send({ type: 'watch', watch: { topics: [] } });
  page.send({ type: 'watch', watch: { topics: ['sites'] } });
  await vi.waitFor(async () => {
    await app.db.run(sql`update site set site_name = site_name || '.' where mn = 'A'`);
    expect(page.events().length).toBeGreaterThan(0);
  }, 30_000);
  const flood = await browser(app, client, { topics: [] });
  for (let sent = 0; sent < 5000; sent += 1) flood.send({ type: 'watch', watch: { topics: [] } });
  await flood.closed;
  expect(page.socket.readyState).toBe(WebSocket.OPEN);
});
