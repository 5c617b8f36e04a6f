import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a database that can fail in two ways: connections refused, or open but dead. */
export interface Line {
  /** The database's address through the proxy. */
  url: string;
  /** Resets all connections and refuses new ones. */
  cut(): void;
  /** Stops all traffic without closing connections. */
  freeze(): void;
  /** Stops the current connections for good without closing them; new ones work. */
  strand(): void;
  mend(): void;
  close(): void;
}

export async function openLine(databaseUrl: string): Promise<Line> {
  const url = new URL(databaseUrl);
  const to = Number(url.port);
  let state: 'whole' | 'cut' | 'frozen' = 'whole';
  const ends = new Set<Socket>();
  const stranded = new WeakSet<Socket>();
  const hold = (socket: Socket) => {
    ends.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => ends.delete(socket));
    if (state === 'frozen') socket.pause();
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port: to, host: '127.0.0.1', noDelay: true });
    near.setNoDelay(true);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (chunk) => other.write(chunk));
      one.on('close', () => other.destroy());
      hold(one);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of ends) socket.resetAndDestroy();
  };
  url.port = String((server.address() as AddressInfo).port);
  // Parameters could select the database's Unix socket, which would bypass the proxy.
  url.search = '';
  return {
    url: url.href,
    cut: () => {
      state = 'cut';
      breakAll();
    },
    freeze: () => {
      state = 'frozen';
      for (const socket of ends) socket.pause();
    },
    strand: () => {
      for (const socket of ends) stranded.add(socket.pause());
    },
    mend: () => {
      state = 'whole';
      for (const socket of ends) if (!stranded.has(socket)) socket.resume();
    },
    close: () => {
      server.close();
      breakAll();
    },
  };
}
