import type { TestProject } from 'vitest/node';
import { makeProgram } from './server-program.ts';
import { dropTemplates, makeTemplates } from './templates.ts';
import { runFolder, startTestDatabase } from './test-database.ts';

/** One embedded database for all server tests, or the one of TEST_DATABASE_URL. */
export async function setup(project: TestProject) {
  const folder = runFolder();
  project.provide('folder', folder);
  const given = process.env.TEST_DATABASE_URL;
  const { url, stop } = given ? { url: given, stop: undefined } : await startTestDatabase(folder);
  const templates = await makeTemplates(url);
  project.provide('adminUrl', url);
  project.provide('serverProgram', await makeProgram());
  project.provide('templates', templates);
  return stop ?? (() => dropTemplates(url, templates));
}
