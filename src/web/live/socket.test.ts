import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FromBrowser, FromServer, LinkEvent, LiveEvent } from '#shared/contract/live.ts';
import { databaseWorks } from '#web/api/connection.ts';
import { signedIn, signedOut } from '#web/api/session.ts';
import { goToUrl, userInfoFor } from '#web/api/test-platform.ts';
import { liveState, watchLive } from './socket.ts';

let server: WebSocketServer;
let hellos: Extract<FromBrowser, { type: 'hello' }>[];
let watches: FromBrowser[];
let lines: WebSocket[];
let answer: FromServer;
const leave: (() => void)[] = [];

/** A real WebSocket server; each test defines its answers. */
beforeEach(async () => {
  hellos = [];
  watches = [];
  lines = [];
  answer = { type: 'welcome', epoch: 'one', seq: 7, missed: false };
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (line) => {
    lines.push(line);
    line.on('message', (data) => {
      const message = JSON.parse(String(data)) as FromBrowser;
      if (message.type === 'watch') watches.push(message);
      else {
        hellos.push(message);
        line.send(JSON.stringify(answer));
      }
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  goToUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/homepages`);
  signedIn(userInfoFor({}, 'token'));
});

afterEach(async () => {
  for (const end of leave.splice(0)) end();
  signedOut();
  for (const line of lines) line.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const link = (site_id: number): LinkEvent => ({
  topic: 'link',
  site_id,
  online: true,
  changed_at: '',
  last_packet_at: null,
});

function interest(site_ids?: number[]) {
  const events: LiveEvent[] = [];
  const onMissed = vi.fn();
  const end = watchLive({
    watch: { topics: ['link'], ...(site_ids ? { site_ids } : {}) },
    onEvents: (some) => events.push(...some),
    onMissed,
  });
  leave.push(end);
  return { events, onMissed, end };
}

const isOpen = () => vi.waitFor(() => expect(liveState()).toBe('open'), 30_000);

test('what the server says of its database is known to the page', async () => {
  interest([1]);
  await isOpen();
  for (const database of ['away', 'ok'] as const) {
    lines[0]?.send(JSON.stringify({ type: 'database', database } satisfies FromServer));
    await vi.waitFor(() => expect(databaseWorks()).toBe(database === 'ok'), 30_000);
  }
});

test('two parts of a page share one connection, and each hears what it asked for', async () => {
  const one = interest([1]);
  const two = interest([2]);
  await isOpen();
  expect(lines).toHaveLength(1);
  await vi.waitFor(
    () => expect(watches.at(-1)).toMatchObject({ watch: { topics: ['link'], site_ids: [1, 2] } }),
    30_000,
  );
  lines[0]?.send(JSON.stringify({ type: 'events', seq: 8, events: [link(1), link(2), link(3)] }));
  await vi.waitFor(() => expect(two.events).toEqual([link(2)]), 30_000);
  expect(one.events).toEqual([link(1)]);
});

test('after a drop it comes back and says where it was', async () => {
  const { events } = interest();
  await isOpen();
  lines[0]?.send(JSON.stringify({ type: 'events', seq: 9, events: [link(1)] }));
  await vi.waitFor(() => expect(events).toHaveLength(1), 30_000);
  lines[0]?.terminate();
  await vi.waitFor(() => expect(hellos[1]?.resume).toEqual({ epoch: 'one', seq: 9 }), 30_000);
  await isOpen();
});

test('when what was missed is not known any more, everybody is told to ask anew', async () => {
  answer = { type: 'welcome', epoch: 'two', seq: 0, missed: true };
  const { onMissed } = interest();
  await vi.waitFor(() => expect(onMissed).toHaveBeenCalledOnce(), 30_000);
});

test('nobody interested: no connection', async () => {
  const { end } = interest();
  await isOpen();
  end();
  expect(liveState()).toBe('off');
  await vi.waitFor(() => expect(server.clients.size).toBe(0), 30_000);
});

test('signing out ends it', async () => {
  interest();
  await isOpen();
  signedOut();
  expect(liveState()).toBe('off');
  await vi.waitFor(() => expect(server.clients.size).toBe(0), 30_000);
});
