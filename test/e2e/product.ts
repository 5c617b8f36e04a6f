import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { idlePort } from '#test/helpers/idle-port.ts';

const START_MS = 120_000;

export interface Product {
  url: string;
  gatewayPort: number;
  dataDir: string;
}

/** Each worker has its own product instance, so that workers do not share a database. */
export const test = base.extend<object, { product: Product; environment: Record<string, string> }>({
  /** Additional configuration of the product. */
  environment: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ environment }, use) => {
      const { product, stop } = await start(environment);
      await use(product);
      await stop();
    },
    // Longer than the start timeout, so that a failed start can still be stopped.
    { scope: 'worker', timeout: 1.5 * START_MS },
  ],
  baseURL: ({ product }, use) => use(product.url),
});

/** The product as users run it: built, and started by its own launcher with an empty data folder. */
async function start(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'lanjing-e2e-'));
  chmodSync(folder, 0o711);
  const [port, gatewayPort] = [await idlePort(), await idlePort()];
  const product = { url: `http://127.0.0.1:${port}`, gatewayPort, dataDir: join(folder, 'data') };
  const launcher = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
  const running = spawn(process.execPath, [launcher], {
    env: {
      ...process.env,
      DATA_DIR: product.dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      GATEWAY_PORT: String(gatewayPort),
      DEMO_STATIONS: 'false',
      // The machine's disk may be nearly full.
      DISK_WARNING_GB: '0',
      DISK_CRITICAL_GB: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(running, 'exit').then(([code]) => {
    throw new Error(`the product ended by itself with code ${code}`);
  });
  const stop = async () => {
    const stopped = ended.catch(() => undefined);
    running.kill('SIGTERM');
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([answering(product.url), ended]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { product, stop };
}

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(100)) {
    // With the Accept header of a browser: other clients get no page at screen addresses.
    const answer = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`the product does not answer at ${url}`);
}

export { expect } from '@playwright/test';
