// `npm run test:nodes`: unit and start tests on every supported Node. Too slow for `npm test`.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runVisibly } from './run.mjs';

const root = new URL('..', import.meta.url).pathname;
/** The oldest supported version, and the newest of each supported major. */
const versions = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['20.19.0', '22', '24'];
const tests = [
  '--project',
  'unit',
  '--project',
  'server',
  'src/protocol',
  'src/shared',
  'scripts',
  'src/server/main.test.ts',
];

/**
 * Installs the platform's binary package directly: the package `node` would download it by an install script.
 * @param {string} version
 */
function nodeOf(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, '.cache', 'nodes', version);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', [...args, `${name}@${version}`], { cwd: folder, stdio: 'inherit' });
  if (status !== 0 || !existsSync(program)) throw new Error(`Node ${version} could not be installed.`);
  return program;
}

let failed = false;
for (const version of versions) {
  const program = nodeOf(version);
  const bin = join(program, '..');
  const exact = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\n› Node ${exact}`);
  // First on PATH, so that child processes of the tests use it too.
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  if (!(await runVisibly(['vitest', 'run', ...tests], env))) {
    failed = true;
    console.error(`✗ Node ${exact}`);
  }
}
process.exitCode = failed ? 1 : 0;
