import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
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
  comeBack(): Promise<void>;
}

/** `secure`: speaks TLS, and only with who shows the certificate that it has itself. */
export async function startBroker(secure = false): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    aedes.handle(socket);
  };
  const [cert, key] = ['cert', 'key'].map((name) => readFileSync(`test/fixtures/broker-${name}.pem`));
  const tls = { cert, key, ca: cert, requestCert: true };
  const listen = async (port: number) => {
    const server = secure ? createTlsServer(tls, take) : createServer(take);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return server;
  };
  let server: Server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const leave = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  atEnd(async () => {
    leave();
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
  });
  return {
    port,
    aedes,
    leave,
    comeBack: async () => {
      server = await listen(port);
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
