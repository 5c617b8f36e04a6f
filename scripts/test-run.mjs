import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { endRunning, runVisibly } from './run.mjs';
import { orOneSentence, SetupError } from './setup-error.mjs';
import { makeRunFolder, sweep } from './sweep.mjs';
import { lastLine, readTally, single, sum } from './tally.mjs';
import { ensureTestTools, requireChromium } from './test-tools.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

const PARTS = ['check', 'unit', 'web', 'server', 'e2e'];
const folder = makeRunFolder();
const env = { ...process.env, TMPDIR: folder };
let interrupted = false;
/** @type {{ name: string, tally: Tally }[]} */
const results = [];

/** @param {string} name @param {Tally} tally */
function note(name, tally) {
  results.push({ name, tally });
}

async function check() {
  for (const { name, ok } of await runChecks(env)) note(name, single(ok));
}

/**
 * @param {string} name
 * @param {string[]} command which writes its tally
 * @param {NodeJS.ProcessEnv} [more]
 */
async function counted(name, command, more) {
  const file = join(folder, 'tally.json');
  rmSync(file, { force: true });
  const ok = await runVisibly(command, { ...env, ...more, TALLY_FILE: file });
  note(name, readTally(file, ok));
}

/** @param {string[]} projects */
async function vitest(projects) {
  console.log(`\n› ${projects.join(', ')} tests`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const output = ['--reporter=default', '--reporter=./scripts/vitest-tally.mjs'];
  await counted(`${projects.join(', ')} tests`, ['vitest', 'run', '--passWithNoTests', ...chosen, ...output]);
}

async function e2e() {
  console.log('\n› browser tests');
  const { ensureBuilt } = await import('./build.mjs');
  try {
    await ensureBuilt();
    note('build', single(true));
    const command = ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts', '--pass-with-no-tests'];
    await counted('browser tests', command, { CHROMIUM_PATH: requireChromium() });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    note('browser tests', single(false));
  }
}

/** @param {string | undefined} only */
async function runParts(only) {
  const wanted = (/** @type {string} */ part) => only === undefined || only === part;
  ensureTestTools({ browser: wanted('e2e'), broker: wanted('server') });
  if (wanted('check')) await check();
  const projects = ['unit', 'web', 'server'].filter(wanted);
  if (projects.includes('server')) projects.push('server-external');
  if (projects.length > 0) await vitest(projects);
  if (wanted('e2e') && !interrupted) await e2e();
}

function summary() {
  const total = sum(results.map(({ tally }) => tally));
  for (const unsteady of total.unsteady) console.log(`\n↻ passed only at a second try: ${unsteady}`);
  for (const failure of total.failures) console.log(`\n✗ ${failure}`);
  console.log('');
  for (const { name, tally } of results) {
    console.log(`${tally.failed > 0 ? '✗' : '✓'} ${name}: ${lastLine(tally)}`);
  }
  console.log(`\n${lastLine(total)}`);
  return total.failed === 0 ? 0 : 1;
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // On Ctrl-C the signal arrives twice: from the terminal and forwarded by npm.
    if (interrupted) return;
    interrupted = true;
    endRunning('SIGINT');
    setTimeout(() => endRunning('SIGKILL'), 10_000).unref();
    setTimeout(() => {
      sweep(folder);
      process.exit(130);
    }, 11_000).unref();
  });
}
process.on('exit', () => sweep(folder));

await orOneSentence(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  if (values.only !== undefined && !PARTS.includes(values.only)) {
    throw new SetupError(`--only takes one of ${PARTS.join(', ')}.`);
  }
  await ensureInstalled();
  await runParts(values.only);
});
process.exit(interrupted ? 130 : summary());
