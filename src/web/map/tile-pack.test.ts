import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { tilePack } from './tile-pack.ts';

const index = JSON.stringify({ '1/0/0': [0, 3], '1/1/0': [3, 2] });
const file = Buffer.alloc(40_000);
file.writeUInt32LE(index.length, 0);
file.write(index, 4);
file.write('seaup', 4 + index.length);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves ranges of the pack, some truncated, like a cache after an interrupted download. */
async function serve(isCut: (nth: number) => boolean = () => false) {
  const asked: string[] = [];
  server = createServer(({ method, headers: { range = '' } }, response) => {
    // happy-dom sends CORS preflights, as the server has another origin.
    if (method === 'GET') asked.push(range);
    const [from = 0, to = 0] = (/(\d+)-(\d+)/.exec(range) ?? []).slice(1).map(Number);
    response.writeHead(206, { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' });
    response.end(file.subarray(from, isCut(asked.length) ? to : to + 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pack = tilePack(`http://127.0.0.1:${port}/some.tiles`);
  const tile = async (key: string) => {
    const bytes = await pack.tile(key, new AbortController().signal);
    return bytes && new TextDecoder().decode(bytes);
  };
  return { tile, asked };
}

test('tiles are read by parts, the index once, and where there is none there is none', async () => {
  const { tile, asked } = await serve();
  expect(await tile('1/0/0')).toBe('sea');
  expect(await tile('1/1/0')).toBe('up');
  expect(await tile('1/1/1')).toBeUndefined();
  expect(asked).toHaveLength(3);
});

test('a tile that came cut short is asked for again', async () => {
  const { tile, asked } = await serve((nth) => nth === 2);
  expect(await tile('1/0/0')).toBe('sea');
  expect(asked).toEqual([asked[0], asked[1], asked[1]]);
});
