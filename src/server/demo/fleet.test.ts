import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { projectRoot } from '#server/instance/project-root.ts';
import { startDemoFleet } from './fleet.ts';
import { demoSites } from './sites.ts';

const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
const until = <Answer>(question: () => Answer) => expect.poll(question, { timeout: 50_000 });

/** A server that counts its connections. */
async function door(): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, sockets };
}

test('the demo plays nearly all of its stations, and none after it has stopped', async () => {
  const { port, sockets } = await door();
  const fleet = startDemoFleet({ host: '127.0.0.1', port, log: pino({ level: 'silent' }) });
  undo.push(() => fleet.stop());
  // At any time a few stations have no power or no link.
  await until(() => sockets.size).toBeGreaterThan(0.85 * demoSites.length);
  await fleet.stop();
  await until(() => sockets.size).toBe(0);
});

test('the stations go when the server is killed', async () => {
  const { port, sockets } = await door();
  const code = `
    const { startDemoFleet } = await import('#server/demo/fleet.ts');
    const log = { warn() {} };
    startDemoFleet({ host: '127.0.0.1', port: ${port}, log });
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: projectRoot,
    stdio: 'ignore',
  });
  await until(() => sockets.size).toBeGreaterThan(10);
  server.kill('SIGKILL');
  await until(() => sockets.size).toBe(0);
});
