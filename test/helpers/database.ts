import { inject } from 'vitest';
import { openPool, type Pool } from '#server/db/pool.ts';
import { atEnd } from './at-end.ts';
import { admin, databaseUrl, dropDatabase, newName } from './templates.ts';

/** Creates a database on this run's server, empty or from a template; dropped at the end of the test file. */
export async function newDatabase(template = 'template1'): Promise<string> {
  const adminUrl = inject('adminUrl');
  const name = newName('test');
  // The default strategy, wal_log, takes ten times as long for a template with so many small tables.
  await admin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  atEnd(() => dropDatabase(adminUrl, name));
  return databaseUrl(adminUrl, name);
}

/** A database with tables and national factors, without a running server. */
export async function testDatabase(): Promise<Pool> {
  const pool = openPool(await newDatabase(inject('templates').tables), () => {});
  atEnd(() => pool.end());
  return pool;
}
