import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { endRunning, root, runVisibly } from './run.mjs';
import { orOneSentence, SetupError } from './setup-error.mjs';
import { makeRunFolder, sweep } from './sweep.mjs';
import { lastLine, playwrightTally, single, sum, vitestTally } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

const PARTS = ['check', 'unit', 'web', 'server', 'e2e'];
const reports = join(root, '.cache');
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

/** @param {string[]} projects */
async function vitest(projects) {
  console.log(`\n› ${projects.join(', ')} tests`);
  const report = join(reports, 'vitest.json');
  rmSync(report, { force: true });
  const chosen = projects.flatMap((project) => ['--project', project]);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = await runVisibly(['vitest', 'run', '--passWithNoTests', ...chosen, ...output], env);
  note(`${projects.join(', ')} tests`, vitestTally(report, ok));
}

async function e2e() {
  console.log('\n› browser tests');
  const { ensureBuilt } = await import('./build.mjs');
  try {
    await ensureBuilt();
    note('build', single(true));
    const report = join(reports, 'playwright.json');
    rmSync(report, { force: true });
    const browser = { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const command = ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts', '--pass-with-no-tests'];
    const ok = await runVisibly(command, { ...env, ...browser });
    note('browser tests', playwrightTally(report, ok));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    note('browser tests', single(false));
  }
}

/** @param {string | undefined} only */
async function runParts(only) {
  const wanted = (/** @type {string} */ part) => only === undefined || only === part;
  if (wanted('check')) await check();
  const projects = ['unit', 'web', 'server'].filter(wanted);
  if (projects.includes('server')) projects.push('server-external');
  if (projects.length > 0) await vitest(projects);
  if (wanted('e2e') && !interrupted) await e2e();
}

function summary() {
  console.log('');
  for (const { name, tally } of results)
    console.log(`${tally.failed > 0 ? '✗' : '✓'} ${name}: ${lastLine(tally)}`);
  const total = sum(results.map(({ tally }) => tally));
  console.log(`\n${lastLine(total)}`);
  return total.failed === 0 ? 0 : 1;
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // npm passes on what the terminal sends to all of us: the second one is the first one's echo.
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
  mkdirSync(reports, { recursive: true });
  await runParts(values.only);
});
process.exit(interrupted ? 130 : summary());
