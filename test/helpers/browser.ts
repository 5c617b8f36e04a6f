import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type FromBrowser, type FromServer, livePath, type Watch } from '#shared/contract/live.ts';
import type { Client, TestApp } from './app.ts';

/** A browser's live socket: sends hello and collects the events. */
export async function browser(
  app: Pick<TestApp, 'address'>,
  client: Client,
  watch: Watch,
  resume?: { epoch: string; seq: number },
) {
  const socket = new WebSocket(app.address.replace('http', 'ws') + livePath);
  const messages: FromServer[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('open', resolve));
  const send = (message: FromBrowser) => socket.send(JSON.stringify(message));
  send({ type: 'hello', access_token: client.tokens?.access_token ?? '', imei: client.imei, watch, resume });
  await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), 30_000);
  const events = () => messages.flatMap((message) => (message.type === 'events' ? message.events : []));
  const last = () => messages.findLast((message) => 'seq' in message);
  return { socket, messages, events, last, closed, send };
}
