// `npm run test:nodes`: the unit and start tests on every Node that is supported. Not part of `npm test`, for its time.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runVisibly } from './run.mjs';

const root = new URL('..', import.meta.url).pathname;
/** The oldest that is supported, and the newest of each line that is. */
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
 * The program alone, as the package of this platform has it: the package `node` would fetch it by a script.
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
  // First in PATH: what the tests start is started by it, too.
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  if (!(await runVisibly(['vitest', 'run', ...tests], env))) {
    failed = true;
    console.error(`✗ Node ${exact}`);
  }
}
process.exitCode = failed ? 1 : 0;
