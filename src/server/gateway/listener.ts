import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { type GatewayContext, Session } from './session.ts';
import type { Sessions } from './sessions.ts';

export interface ListenerOptions {
  host: string;
  port: number;
  maxConnections: number;
  /** With a certificate, the same protocol inside TLS. */
  tls?: { cert: Buffer; key: Buffer };
}

/** A forwarder may connect a whole network from one address, but a runaway device must not use up all connections. */
const SHARE_OF_ONE_ADDRESS = 0.5;

export interface Listener {
  port: number;
  /** Accepts no more connections. */
  stop(): void;
}

/** The TCP listener for stations. */
export async function listen(
  context: GatewayContext,
  sessions: Sessions,
  options: ListenerOptions,
): Promise<Listener> {
  const { host, port, maxConnections, tls } = options;
  const perAddress = new Map<string, number>();
  const onConnection = (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (perAddress.get(address) ?? 0) + 1;
    if (sessions.size >= maxConnections || count > maxConnections * SHARE_OF_ONE_ADDRESS) {
      socket.destroy();
      return;
    }
    perAddress.set(address, count);
    const session = new Session(socket, context);
    sessions.add(session);
    socket.on('data', (chunk) => session.receive(chunk));
    // Connection errors are normal here: what matters was stored, or will be sent again.
    socket.on('error', () => undefined);
    socket.on('end', () => session.ended());
    socket.on('close', () => {
      session.ended();
      sessions.remove(session);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
  };
  // A peer that has half-closed after a packet still waits for its answer.
  const settings = { noDelay: true, keepAlive: true, keepAliveInitialDelay: MINUTE_MS, allowHalfOpen: true };
  const server = tls
    ? createTlsServer({ ...settings, ...tls }, onConnection)
    : createServer(settings, onConnection);
  // A failed TLS handshake is the peer's problem.
  server.on('tlsClientError', () => undefined);
  await opened(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
    },
  };
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
