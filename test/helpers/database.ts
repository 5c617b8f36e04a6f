import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openPool, type Pool } from '#server/db/pool.ts';
import { seedSites } from '#server/features/sites/seed.ts';
import { projectRoot } from '#server/project-root.ts';

/** Registered as the file is loaded: a hook that is added while another one runs is never called. */
const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of undo) await drop();
});

/** A database with its tables and the national factors, and no server at work on it. */
export async function testDatabase(): Promise<Pool> {
  const adminUrl = inject('adminUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await migrate(url.href, join(projectRoot, 'migrations'));
  const pool = openPool(url.href, () => {});
  undo.push(async () => {
    await pool.end();
    await admin(adminUrl, `drop database ${name} with (force)`);
  });
  await seedSites(pool);
  return pool;
}

export async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
