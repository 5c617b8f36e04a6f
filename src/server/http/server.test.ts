import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeServer } from './server.ts';

// More than the buffers between two sockets can hold.
const LONG = 64 * 1024 * 1024;

test('a reader that has stopped reading does not hold up the end', async () => {
  const server = Fastify();
  server.get('/long', () => Buffer.alloc(LONG));
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /long HTTP/1.1\r\nHost: test\r\n\r\n');
  await once(socket, 'readable');
  await closeServer(server, 50);
  expect(server.server.listening).toBe(false);
  socket.destroy();
});

test('an answer under way is sent to its end', async () => {
  const server = Fastify();
  server.get('/slow', async () => {
    closing = closeServer(server);
    return 'said';
  });
  let closing: Promise<void> | undefined;
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  expect(await (await fetch(`${address}/slow`)).text()).toBe('said');
  await closing;
});
