import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { type GatewayContext, Session } from './session.ts';
import { Sessions } from './sessions.ts';

interface ListenerOptions {
  host: string;
  port: number;
  maxConnections?: number;
  maxPerAddress?: number;
  /** A connection on which nothing comes for this long is closed; half-open ones are normal on mobile networks. */
  idleMs?: number;
}

const defaults = { maxConnections: 20_000, maxPerAddress: 10_000, idleMs: 10 * 60_000 };
const TICK_MS = 1000;

export interface Listener {
  port: number;
  sessions: Sessions;
  /** Takes no more connections and closes the ones there are. */
  stop(): Promise<void>;
}

/** The TCP door for stations. */
export async function listen(context: GatewayContext, options: ListenerOptions): Promise<Listener> {
  const { host, port, maxConnections, maxPerAddress, idleMs } = { ...defaults, ...options };
  const sessions = new Sessions();
  const perAddress = new Map<string, number>();
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (perAddress.get(address) ?? 0) + 1;
    if (sessions.size >= maxConnections || count > maxPerAddress) {
      socket.destroy();
      return;
    }
    perAddress.set(address, count);
    accept(socket, context, sessions, idleMs, () => {
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
  });
  await opened(server, host, port);
  const timer = setInterval(() => {
    const now = context.now();
    for (const session of sessions) session.tick(now);
  }, TICK_MS);
  return {
    port: (server.address() as AddressInfo).port,
    sessions,
    stop: () => {
      clearInterval(timer);
      for (const session of sessions) session.close();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function accept(
  socket: Socket,
  context: GatewayContext,
  sessions: Sessions,
  idleMs: number,
  onClosed: () => void,
): void {
  const session = new Session(socket, context);
  sessions.add(session);
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('data', (chunk) => session.receive(chunk));
  // A broken connection is the network's ordinary business; what matters was stored or will be sent again.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    sessions.remove(session);
    onClosed();
  });
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
