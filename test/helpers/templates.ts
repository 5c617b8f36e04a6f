import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { claimInstance } from '#server/db/instance.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPool, type Pool } from '#server/db/pool.ts';
import { seedAccess, seedDemoUsers } from '#server/features/access/seed.ts';
import { seedSites } from '#server/features/site-config/seed.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { codeOf } from '#server/instance/start-error.ts';

/** Databases that are created once per run and copied for each file, which takes a tenth of the time. */
export interface Templates {
  /** The tables, with the national factors. */
  tables: string;
  /** The state after a first start with the demo's accounts. */
  demo: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

export async function makeTemplates(adminUrl: string): Promise<Templates> {
  const tables = newName('tables');
  await admin(adminUrl, `create database ${tables}`);
  await migrate(databaseUrl(adminUrl, tables), join(projectRoot, 'migrations'));
  await fill(adminUrl, tables, seedSites);
  const demo = newName('demo');
  await admin(adminUrl, `create database ${demo} template ${tables}`);
  await fill(adminUrl, demo, async (pool) => {
    await claimInstance(pool, true);
    await seedAccess(pool);
    await seedDemoUsers(pool);
  });
  return { tables, demo };
}

export async function dropTemplates(adminUrl: string, templates: Templates): Promise<void> {
  for (const name of Object.values(templates)) await dropDatabase(adminUrl, name);
}

const NOT_OURS = '42501';
const PATIENCE_MS = 30_000;

/** Closes other connections. An ordinary role cannot end autovacuum's connection, so it retries. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    try {
      await admin(adminUrl, `drop database ${name} with (force)`);
      return;
    } catch (error) {
      if (codeOf(error) !== NOT_OURS || Date.now() > deadline) throw error;
    }
  }
}

/** A template must have no connections when it is copied, so the pool is closed. */
async function fill(adminUrl: string, name: string, write: (pool: Pool) => Promise<unknown>): Promise<void> {
  const pool = openPool(databaseUrl(adminUrl, name), () => {});
  try {
    await write(pool);
  } finally {
    await pool.end();
  }
}

export function newName(kind: string): string {
  return `${kind}_${randomUUID().replaceAll('-', '')}`;
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
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
