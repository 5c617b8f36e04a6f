import type { TestProject } from 'vitest/node';
import { startTestDatabase } from './test-database.ts';

/** One embedded database for all server tests, or the one of TEST_DATABASE_URL. */
export async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('adminUrl', given);
    return undefined;
  }
  const database = await startTestDatabase();
  project.provide('adminUrl', database.url);
  return database.stop;
}
