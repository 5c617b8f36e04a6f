import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a program with its output hidden, and shows a progress line. Resolves to success and output.
 * @param {string} label what the person waits for
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function runQuietly(label, command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const stopProgress = showProgress(label);
  /** @type {boolean} */
  const ok = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  stopProgress(ok);
  return { ok, output };
}

/**
 * @param {string} label
 * @returns {(ok: boolean) => void}
 */
function showProgress(label) {
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
  const inPlace = process.stdout.isTTY;
  process.stdout.write(inPlace ? `${label} …` : `${label} …\n`);
  const timer = setInterval(
    () => process.stdout.write(inPlace ? `\r${label} … ${seconds()}` : `${label} … ${seconds()}\n`),
    inPlace ? 1000 : 15_000,
  );
  return (ok) => {
    clearInterval(timer);
    process.stdout.write(`${inPlace ? '\r' : ''}${label} … ${ok ? 'done' : 'failed'} (${seconds()})\n`);
  };
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let ended = false;

/**
 * Runs a program of node_modules/.bin with its output shown, in its own process group, so that `endRunning` also
 * reaches its children. Resolves to whether it succeeded.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>}
 */
export function runVisibly([program = '', ...args], env = process.env) {
  if (ended) return Promise.resolve(false);
  const child = spawn(join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  running.add(child);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('exit', (code) => {
      running.delete(child);
      signalGroup(child, 'SIGKILL');
      resolve(code === 0);
    });
  });
}

/**
 * Signals everything that `runVisibly` has started, and prevents further starts.
 * @param {NodeJS.Signals} signal
 */
export function endRunning(signal) {
  ended = true;
  for (const child of running) signalGroup(child, signal);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group has no processes left.
  }
}
