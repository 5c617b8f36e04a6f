import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const START_MS = 120_000;

/** The product as its user gets it: built, started by its own launcher on an empty data folder. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the file's default export
export default async function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'lanjing-e2e-'));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const gatewayPort = await freePort();
  const launcher = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
  const product = spawn(process.execPath, [launcher], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      GATEWAY_PORT: String(gatewayPort),
      DEMO_STATIONS: 'false',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(product, 'exit').then(([code]) => {
    throw new Error(`the product ended by itself with code ${code}`);
  });
  process.env.E2E_DATA_DIR = dataDir;
  process.env.E2E_URL = `http://127.0.0.1:${port}`;
  process.env.E2E_GATEWAY_PORT = String(gatewayPort);
  await Promise.race([answering(process.env.E2E_URL), ended]);
  return async () => {
    const stopped = ended.catch(() => undefined);
    product.kill('SIGTERM');
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(100)) {
    // As a browser asks: other programs get no page at the address of a screen.
    const answer = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`the product does not answer at ${url}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return address.port;
}
