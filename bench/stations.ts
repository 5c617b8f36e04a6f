import { connect, type Socket } from 'node:net';

const DELIMITER = Buffer.from('QN=');

/** Virtual stations that send what they are given, one packet at a time, each after the answer to the one before. */
export interface Fleet {
  /** Sends every station's packets; resolves when the last is answered. Milliseconds to each answer. */
  run(): Promise<Float64Array>;
  close(): void;
}

export async function connectFleet(port: number, loads: readonly (readonly Uint8Array[])[]): Promise<Fleet> {
  const sockets = await Promise.all(loads.map(() => connected(port)));
  const total = loads.reduce((sum, load) => sum + load.length, 0);
  return {
    run: async () => {
      const waits = new Float64Array(total);
      let answered = 0;
      await Promise.all(
        sockets.map((socket, i) => {
          const load = loads[i] ?? [];
          return new Promise<void>((resolve, reject) => {
            let next = 0;
            let sentAt = 0;
            const send = () => {
              const packet = load[next];
              if (!packet) {
                resolve();
                return;
              }
              sentAt = performance.now();
              next += 1;
              socket.write(packet);
            };
            // One packet is under way, so whatever holds a QN is its answer; parsing would be our cost, not theirs.
            socket.on('data', (chunk) => {
              if (!chunk.includes(DELIMITER)) return;
              waits[answered++] = performance.now() - sentAt;
              send();
            });
            socket.on('close', () => reject(new Error('a station was cut off')));
            send();
          });
        }),
      );
      return waits.sort();
    },
    close: () => {
      for (const socket of sockets) {
        socket.removeAllListeners('close');
        socket.destroy();
      }
    },
  };
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
