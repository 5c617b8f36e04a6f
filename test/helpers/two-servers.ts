import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { inject } from 'vitest';
import { type Services, startServices } from '#server/services.ts';
import { Client, type TestApp, testConfig } from './app.ts';
import { atEnd } from './at-end.ts';

/** A second real server on the same database, with its own data folder. */
export async function secondServer(first: TestApp, env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(inject('folder'), 'second-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = testConfig(dataDir, { FILES_DIR: first.config.filesDir, ...env });
  const services: Services = await startServices({
    config,
    databaseUrl: first.databaseUrl,
    secrets: first.app.secrets,
    log: pino({ level: 'silent' }),
    now: () => first.clock.now,
  });
  atEnd(() => services.stop());
  const { address } = services;
  return {
    ...services,
    client: (imei?: string) => new Client(address, imei),
    login: (account: string) => new Client(address).signIn(account),
  };
}
