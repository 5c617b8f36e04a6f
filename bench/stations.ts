import { connect, type Socket } from 'node:net';

const DELIMITER = Buffer.from('QN=');

type Load = readonly Uint8Array[];

/** Virtual stations that send the given packets one at a time, each after the answer to the previous one. */
export interface Fleet {
  /**
   * Sends each station's packets as fast as they are answered, or at a pace. Resolves to the milliseconds to each
   * answer, sorted, after the last one.
   */
  run(loads: readonly Load[], paceMs?: number): Promise<Float64Array>;
  close(): void;
}

/** The stations are distributed evenly over the ports. */
export async function connectFleet(ports: number | readonly number[], count: number): Promise<Fleet> {
  const doors = [ports].flat();
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, i) => connected(doors[i % doors.length] ?? 0)),
  );
  return {
    run: async (loads, paceMs = 0) => {
      const waits = await Promise.all(sockets.map((socket, i) => deliver(socket, loads[i] ?? [], paceMs)));
      return Float64Array.from(waits.flat()).sort();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function deliver(socket: Socket, load: Load, paceMs: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const waits: number[] = [];
    let sentAt = 0;
    const onClose = () => reject(new Error('a station was cut off'));
    const send = () => {
      const packet = load[waits.length];
      if (packet) {
        sentAt = performance.now();
        socket.write(packet);
        return;
      }
      socket.off('data', onAnswer);
      socket.off('close', onClose);
      resolve(waits);
    };
    // Only one packet is in flight, so any chunk with a QN is its answer; parsing would add to the measured time.
    const onAnswer = (chunk: Buffer) => {
      if (!chunk.includes(DELIMITER)) return;
      const wait = performance.now() - sentAt;
      waits.push(wait);
      if (paceMs === 0) send();
      else setTimeout(send, Math.max(0, paceMs - wait));
    };
    socket.on('data', onAnswer);
    socket.on('close', onClose);
    // A random start, so that paced stations are not in step.
    setTimeout(send, Math.random() * paceMs);
  });
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

export function percentile(sorted: Float64Array, p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * p) / 100))] ?? 0;
}
