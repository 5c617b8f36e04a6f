import { inject } from 'vitest';
import { openPool, type Pool } from '#server/db/pool.ts';
import { atEnd } from './at-end.ts';
import { admin, databaseUrl, dropDatabase, newName } from './templates.ts';

/** A new database on the server of this run, empty or as its template; the file's end drops it. */
export async function newDatabase(template = 'template1'): Promise<string> {
  const adminUrl = inject('adminUrl');
  const name = newName('test');
  // Block by block through the log, as is usual, takes ten times as long for a template of so many small tables.
  await admin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  atEnd(() => dropDatabase(adminUrl, name));
  return databaseUrl(adminUrl, name);
}

/** A database with its tables and the national factors, and no server at work on it. */
export async function testDatabase(): Promise<Pool> {
  const pool = openPool(await newDatabase(inject('templates').tables), () => {});
  atEnd(() => pool.end());
  return pool;
}
