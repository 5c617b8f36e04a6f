import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { stopChild } from '#test/helpers/stop-child.ts';
import { onEnd } from './ending.ts';
import { minutesAgo } from './live.ts';

const HOSTILE = 100;
const LINES = 20;

/** Orders for the attackers. They run in a child process, so that their CPU time does not delay the timed stations. */
type Order = 'sink' | 'attack' | 'mutate';

interface Attackers {
  /** First report: the port of the sink, or at their end the number of answers that the mutating ones got. */
  report: Promise<number>;
  stop(): Promise<void>;
}

export function sendOut(order: Order, port = 0, frames = 0): Attackers {
  const child = fork(fileURLToPath(import.meta.url), [order, String(port), String(frames)]);
  const stop = () => stopChild(child, 'SIGKILL');
  onEnd(stop);
  return {
    report: once(child, 'message').then(([report]) => report as number),
    stop,
  };
}

/** Discards everything: attackers directed here cost the machine the same, but not our server. */
async function sink(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Each socket repeats one kind of attack and reconnects when it is cut off. */
function attack(port: number): void {
  const manners: (() => Uint8Array | string)[] = [
    () => Buffer.alloc(16_384, '#'),
    () => '##9999QN=',
    () => `##00${Math.floor(Math.random() * 99)}`,
    () => minutesAgo(`STRANGER${Math.random()}`, 1),
    () => mutated(minutesAgo('LIVE0', 1)),
    () => randomBytes(4096),
  ];
  const play = (i: number) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const timer = setInterval(() => socket.write(manners[i % manners.length]?.() ?? ''), 5);
    // Never reads the answers.
    socket.pause();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      setTimeout(() => play(i), 50);
    });
  };
  for (let i = 0; i < HOSTILE; i++) play(i);
}

/** A few bytes changed, lost, doubled or cut off. */
function mutated(bytes: Uint8Array): Uint8Array {
  const at = Math.floor(Math.random() * bytes.length);
  const kind = Math.floor(Math.random() * 4);
  const changed = Buffer.from(bytes);
  if (kind === 0) changed[at] = Math.floor(Math.random() * 256);
  if (kind === 1) return Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1)]);
  if (kind === 2) return Buffer.concat([changed.subarray(0, at), changed.subarray(at > 3 ? at - 3 : at)]);
  if (kind === 3) return changed.subarray(0, at);
  return changed;
}

/** Sends mutated frames on a few connections, one in twenty intact; resolves to the number of answers. */
async function mutate(port: number, frames: number): Promise<number> {
  let answers = 0;
  const dial = async (): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      answers += String(chunk).split('QN=').length - 1;
    });
    await once(socket, 'connect');
    return socket;
  };
  const line = async (i: number) => {
    const good = minutesAgo(`LINE${i}`, 1);
    let socket = await dial();
    for (let sent = 0; sent < frames / LINES; sent += 100) {
      if (socket.destroyed) socket = await dial();
      const batch = Array.from({ length: 100 }, (_, k) => (k % 20 === 0 ? good : mutated(good)));
      if (socket.write(Buffer.concat(batch))) continue;
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve);
        socket.once('close', () => resolve());
      });
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: LINES }, (_, i) => line(i)));
  return answers;
}

if (process.send) {
  const [order, port, frames] = process.argv.slice(2);
  if (order === 'attack') attack(Number(port));
  else process.send(order === 'sink' ? await sink() : await mutate(Number(port), Number(frames)));
}
