import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';
import { orOneSentence } from './setup-error.mjs';

// `npm run dev`: the server starts again on every change, the browser's code is replaced while it runs.
await orOneSentence(ensureInstalled);
const programs = [
  ['tsx', 'watch', '--clear-screen=false', 'src/server/main.ts', ...process.argv.slice(2)],
  ['vite', '--clearScreen', 'false'],
];
// In groups of their own: a Ctrl-C then reaches them once, through us. tsx takes a second one, which npm
// and the terminal would each send, as the order to kill the server before it has stopped its database.
const children = programs.map(([program = '', ...args]) =>
  spawn(join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  }),
);
let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
for (const child of children) child.once('exit', stop);
