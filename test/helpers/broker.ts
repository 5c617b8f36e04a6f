import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';
import { atEnd } from './at-end.ts';

/** A real broker in this process. */
export interface Broker {
  port: number;
  aedes: Aedes;
  /** As a station does, with quality 1; resolves when the broker has it. */
  publish(topic: string, content: unknown, retain?: boolean): Promise<void>;
  /** Breaks every connection and takes no new one; what it keeps it keeps. */
  leave(): void;
  comeBack(): void;
}

/** `secure`: speaks TLS, and only with who shows the certificate that it has itself. */
export async function startBroker(secure = false): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  let isAway = false;
  const take = (socket: Socket) => {
    socket.on('error', () => undefined);
    // The port stays ours: somebody else might take it meanwhile.
    if (isAway) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    aedes.handle(socket);
  };
  const [cert, key] = ['cert', 'key'].map((name) => readFileSync(`test/fixtures/broker-${name}.pem`));
  const tls = { cert, key, ca: cert, requestCert: true };
  const server = secure ? createTlsServer(tls, take) : createServer(take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const leave = () => {
    isAway = true;
    for (const socket of sockets) socket.destroy();
  };
  atEnd(async () => {
    leave();
    server.close();
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
  });
  return {
    port: (server.address() as AddressInfo).port,
    aedes,
    leave,
    comeBack: () => {
      isAway = false;
    },
    publish: (topic, content, retain = false) => {
      const payload = typeof content === 'string' ? content : JSON.stringify(content);
      return new Promise((resolve, reject) => {
        aedes.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain }, (error) =>
          error ? reject(error) : resolve(),
        );
      });
    },
  };
}
