import { createServer, type Socket } from 'node:net';
import { encodePacket } from '#protocol/packet.ts';

/**
 * Lower bound for a batch: one request to each of COUNT sockets, CONCURRENCY at a time, each ended by its 9012. Runs in
 * its own process, like the server. `tsx bench/bare-loop.ts COUNT CONCURRENCY` prints its port, then milliseconds.
 */
const [count = 0, concurrency = 1] = process.argv.slice(2).map(Number);
const sockets: Socket[] = [];
const server = createServer({ noDelay: true }, (socket) => {
  sockets.push(socket);
  socket.on('error', () => undefined);
  if (sockets.length === count) void run();
});
server.listen(0, '127.0.0.1', count, () => {
  const address = server.address();
  console.log(typeof address === 'object' && address ? address.port : 0);
});

function ask(socket: Socket, n: number): Promise<void> {
  return new Promise((resolve) => {
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
      if (!said.includes('CN=9012')) return;
      socket.removeAllListeners('data');
      resolve();
    });
    const qn = String(20260101000000000n + BigInt(n));
    socket.write(encodePacket({ qn, st: '22', cn: '1061', pw: '123456', mn: `BENCH${n}`, flag: 5, cp: [] }));
  });
}

async function run(): Promise<void> {
  const began = performance.now();
  let next = 0;
  const one = async () => {
    for (let n = next++; n < sockets.length; n = next++) await ask(sockets[n] as Socket, n);
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  console.log(performance.now() - began);
  process.exit();
}
