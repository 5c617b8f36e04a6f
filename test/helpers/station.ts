import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll } from 'vitest';
import { Framer } from '#protocol/framer.ts';
import { type Packet, parsePacket } from '#protocol/packet.ts';

const open = new Set<Socket>();
afterAll(() => {
  for (const socket of open) socket.destroy();
});

/** A connected station: sends bytes, and returns the received packets one by one. */
export async function station(port: number, secure = false) {
  const socket = secure
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect(port, '127.0.0.1');
  open.add(socket);
  await new Promise((resolve, reject) => {
    socket.once(secure ? 'secureConnect' : 'connect', resolve);
    socket.once('error', reject);
  });
  const framer = new Framer();
  const answers: Packet[] = [];
  let wake = () => {};
  socket.on('data', (chunk) => {
    answers.push(...framer.push(chunk).map((frame) => parsePacket(frame)));
    wake();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const next = async (): Promise<Packet> => {
    for (;;) {
      const answer = answers.shift();
      if (answer) return answer;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { socket, next, closed, send: (bytes: Uint8Array | string) => socket.write(bytes) };
}
