import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';
import { orOneSentence } from './setup-error.mjs';

// `npm run dev`: restarts the server on file changes; the browser's code is replaced by hot reload.
await orOneSentence(ensureInstalled);
const programs = [
  ['tsx', 'watch', '--clear-screen=false', 'src/server/main.ts', ...process.argv.slice(2)],
  ['vite', '--clearScreen', 'false'],
];
// In their own process groups, so that Ctrl-C reaches them only once, through this process. On a second signal, which
// npm and the terminal would both send, tsx kills the server before its database has stopped.
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
