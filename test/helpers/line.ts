import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a database that can fail the two ways lines do: broken and refused, or open and dead. */
export interface Line {
  /** The database's address, by way of the line. */
  url: string;
  /** Breaks every connection and takes no new one. */
  cut(): void;
  /** Nothing comes through any more, and nobody is told. */
  freeze(): void;
  /** The connections of now are dead for good, and nobody is told; new ones go through. */
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
  // Over the line, not past it through the database's own socket.
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
