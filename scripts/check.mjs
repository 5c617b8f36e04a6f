import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { runVisibly } from './run.mjs';
import { orOneSentence } from './setup-error.mjs';

/** What a reader of the code may rely on, without running it. The boundaries are a test: test/boundaries.test.ts. */
export const checks = [
  { name: 'types of shared and protocol', command: ['tsc', '-p', 'tsconfig.shared.json'] },
  { name: 'types of server, tools and tests', command: ['tsc', '-p', 'tsconfig.server.json'] },
  { name: 'types of web', command: ['tsc', '-p', 'tsconfig.web.json'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings'] },
];
const boundaries = {
  name: 'boundaries',
  command: ['vitest', 'run', '--project', 'unit', 'boundaries', 'contract'],
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orOneSentence(ensureInstalled);
  let failed = 0;
  for (const { name, command } of [...checks, boundaries]) {
    console.log(`› ${name}`);
    if (!(await runVisibly(command))) failed++;
  }
  process.exit(failed === 0 ? 0 : 1);
}
