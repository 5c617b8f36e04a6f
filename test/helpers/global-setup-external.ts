import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { makeTemplates } from './templates.ts';
import { runFolder, startTestDatabase } from './test-database.ts';

/**
 * Simulates a user's own PostgreSQL: known only by its address, with an ordinary account that may create databases but
 * is no superuser.
 */
export async function setup(project: TestProject) {
  const folder = runFolder();
  project.provide('folder', folder);
  const database = await startTestDatabase(folder);
  const url = new URL(database.url);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create role tenant login createdb password 'ordinary'`);
  await client.query('create database tenant owner tenant');
  await client.end();
  url.username = 'tenant';
  url.password = 'ordinary';
  url.pathname = '/tenant';
  project.provide('adminUrl', url.href);
  project.provide('templates', await makeTemplates(url.href));
  return database.stop;
}
