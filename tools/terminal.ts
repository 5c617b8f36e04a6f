import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isConnectionError } from '#server/db/errors.ts';
import { type Config, readConfig } from '#server/instance/config.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { codeOf, StartError } from '#server/instance/start-error.ts';
import type { Manifest } from '#server/transfer/manifest.ts';
import type { Report } from '#server/transfer/report.ts';

const EVERY_MS = 200;
const EVERY_LINE_MS = 10_000;

/** Runs a command that Ctrl-C stops and that can be continued later; prints errors as one sentence. */
export async function runCommand(
  work: (config: Config, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  try {
    const envFile = join(projectRoot, '.env');
    if (existsSync(envFile)) process.loadEnvFile(envFile);
    await work(readConfig(process.env, []), stop.signal);
  } catch (error) {
    process.exitCode = stop.signal.aborted ? 130 : 1;
    const sentence = stop.signal.aborted ? 'Stopped; the same command goes on from here.' : sentenceOf(error);
    if (sentence === undefined) throw error;
    console.error(`\n${sentence}`);
  }
}

/** Relative to the folder where the command was entered. */
export function folderOf(path: string | undefined, usage: string): string {
  if (path === undefined) throw new StartError(`Say where: ${usage}`);
  return resolve(process.env.INIT_CWD ?? '.', path);
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error) ?? '';
  if (code === 'ENOSPC') return 'The disk is full; free some space and give the same command again.';
  if (isConnectionError(error)) {
    return `The database has gone away (${error.message}); give the same command again to go on.`;
  }
  const isForReader = error instanceof StartError || code.startsWith('ERR_PARSE_ARGS') || 'syscall' in error;
  return isForReader ? error.message : undefined;
}

/** Rewrites one line on a terminal; elsewhere prints a line at intervals. */
export function progress(): Report {
  const inPlace = process.stdout.isTTY;
  let shown = 0;
  return ({ doing, what, rows, done, total }) => {
    if (Date.now() - shown < (inPlace ? EVERY_MS : EVERY_LINE_MS)) return;
    shown = Date.now();
    const percent = total === 0 ? 100 : Math.floor((done * 100) / total);
    const counted = rows === undefined ? '' : `, ${number(rows)} rows`;
    const line = `${doing} ${what}${counted} … ${percent} %`;
    process.stdout.write(inPlace ? `\r\x1b[K${line}` : `${line}\n`);
  };
}

/** Contents of an export, one line per table with all of its partitions. */
export function summary({ parts, files, missing }: Manifest): string {
  const tables = new Map<string, { rows: number; size: number }>();
  for (const { name, partition, rows, size } of parts) {
    const table = partition?.of ?? name;
    const before = tables.get(table) ?? { rows: 0, size: 0 };
    tables.set(table, { rows: before.rows + rows, size: before.size + size });
  }
  const filled = [...tables].filter(([, { rows }]) => rows > 0);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return [
    lineOf('table', 'rows', 'kB'),
    ...filled.map(([name, { rows, size }]) => lineOf(name, number(rows), kilobytes(size))),
    lineOf(`${tables.size - filled.length} other tables`, '0', ''),
    lineOf('files', number(files.length), kilobytes(bytes)),
    ...missing.map(({ path, reason }) => `✗ ${path}: ${reason}`),
  ].join('\n');
}

const lineOf = (name: string, count: string, size: string) =>
  `${name.padEnd(24)}${count.padStart(16)}${size.padStart(16)}`;

const kilobytes = (bytes: number) => number(Math.ceil(bytes / 1024));

const number = (value: number) => value.toLocaleString('en');
