import type { AddressInfo } from 'node:net';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FromServer, LiveEvent, ReadingEvent } from '#shared/contract/live.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { signedIn, signedOut } from '#web/api/session.ts';
import { goToUrl, userInfoFor } from '#web/api/test-platform.ts';
import { liveState, watchLive } from './socket.ts';
import { useLatest } from './useLatest.ts';

let server: WebSocketServer;
const lines: WebSocket[] = [];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (line) => {
    lines.push(line);
    const welcome: FromServer = { type: 'welcome', epoch: 'one', seq: 0, missed: false };
    line.once('message', () => line.send(JSON.stringify(welcome)));
  });
  await new Promise((resolve) => server.once('listening', resolve));
  goToUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/homepages`);
  signedIn(userInfoFor());
});

afterEach(async () => {
  cleanup();
  signedOut();
  for (const line of lines.splice(0)) line.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const reading = (minute: number): ReadingEvent => ({
  topic: 'reading',
  site_id: 7,
  data_type: 'minute',
  ts: `2026-11-15T08:0${minute}:00.000Z`,
  received_at: `2026-11-15T08:0${minute}:00.000Z`,
  fids: [1],
  values: [minute],
});

test('no point is lost when two batches arrive before the next render', async () => {
  const client = createQueryClient();
  const { result } = renderHook(() => useLatest(7, 'minute', () => undefined), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const arrived: LiveEvent[] = [];
  const leave = watchLive({
    watch: { topics: ['reading'] },
    onEvents: (events) => arrived.push(...events),
    onMissed: () => undefined,
  });
  await waitFor(() => expect(liveState()).toBe('open'));
  // React renders only after act() has finished.
  await act(async () => {
    for (const seq of [1, 2]) lines[0]?.send(JSON.stringify({ type: 'events', seq, events: [reading(seq)] }));
    await vi.waitFor(() => expect(arrived).toHaveLength(2), 30_000);
  });
  expect(result.current.heard.get(1)?.map(({ value }) => value)).toEqual([1, 2]);
  leave();
});
