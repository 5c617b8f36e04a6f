import type { TestProject } from 'vitest/node';
import { runFolder, startTestDatabase } from './test-database.ts';

/** One embedded database for all server tests, or the one of TEST_DATABASE_URL. */
export async function setup(project: TestProject) {
  const folder = runFolder();
  project.provide('folder', folder);
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('adminUrl', given);
    return undefined;
  }
  const database = await startTestDatabase(folder);
  project.provide('adminUrl', database.url);
  return database.stop;
}
