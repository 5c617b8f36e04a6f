import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';
import { atEnd } from './at-end.ts';

/** A real MQTT broker in this process. */
export interface Broker {
  port: number;
  aedes: Aedes;
  /** Publishes with QoS 1 like a station; resolves when the broker has the message. */
  publish(topic: string, content: unknown, retain?: boolean): Promise<void>;
  /** Closes all connections and refuses new ones; keeps its state. */
  leave(): void;
  comeBack(): void;
}

/** `secure`: TLS with client certificates; accepts only the broker's own certificate. */
export async function startBroker(secure = false): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  let isAway = false;
  const take = (socket: Socket) => {
    socket.on('error', () => undefined);
    // Keeps listening, so that no other process takes the port.
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
