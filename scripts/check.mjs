import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { runVisibly } from './run.mjs';
import { orOneSentence } from './setup-error.mjs';

/** By default `tsc` checks with four threads that do not share types: three times the work. */
const typesOf = (/** @type {string} */ part) => ['tsc', '-p', `tsconfig.${part}.json`, '--checkers', '1'];

/** Static checks. The rules on imports are a test: test/boundaries.test.ts. */
const checks = [
  { name: 'types of shared and protocol', command: typesOf('shared') },
  { name: 'types of server, tools and tests', command: typesOf('server') },
  { name: 'types of web', command: typesOf('web') },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings'] },
];
const boundaries = {
  name: 'boundaries',
  command: ['vitest', 'run', '--project', 'unit', 'boundaries', 'contract'],
};

/**
 * All in parallel: each uses one core and prints only problems.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runChecks(env) {
  console.log(`\n› ${checks.map(({ name }) => name).join(', ')}`);
  return Promise.all(checks.map(async ({ name, command }) => ({ name, ok: await runVisibly(command, env) })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orOneSentence(ensureInstalled);
  const results = await runChecks();
  console.log(`› ${boundaries.name}`);
  results.push({ name: boundaries.name, ok: await runVisibly(boundaries.command) });
  const failed = results.filter(({ ok }) => !ok);
  for (const { name } of failed) console.error(`✗ ${name}`);
  process.exit(failed.length === 0 ? 0 : 1);
}
