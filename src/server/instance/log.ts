import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import * as z from 'zod';
import type { Config } from './config.ts';

const LARGEST_FILE = 20 * 1024 * 1024;

/** Everything goes to the file as JSON; on the terminal appear only warnings and worse, a line each. */
export function openLog(folder: string, level: Config['logLevel']): Logger {
  return pino(
    { level },
    pino.multistream([
      { level: level === 'silent' ? 'fatal' : level, stream: rotatingFile(join(folder, 'server.log')) },
      { level: 'warn', stream: { write: (line: string) => process.stderr.write(forTerminal(line)) } },
    ]),
  );
}

/** Two files at most: the one being written and, once that is full, the one before it. */
export function rotatingFile(path: string, largest = LARGEST_FILE): { write(line: string): void } {
  let file = openSync(path, 'a', 0o600);
  let size = statSync(path).size;
  return {
    write(line) {
      try {
        if (size > largest) {
          closeSync(file);
          renameSync(path, `${path}.1`);
          file = openSync(path, 'a', 0o600);
          size = 0;
        }
        size += writeSync(file, line);
      } catch {
        // A full disk must not turn every request into an error because its log line does not fit.
      }
    },
  };
}

/** pino writes levels as numbers. */
const ERROR = 50;

const entry = z.object({
  level: z.number(),
  msg: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
});

function forTerminal(line: string): string {
  const { level, msg = '', err } = entry.parse(JSON.parse(line));
  const reason = err && err.message !== msg ? `: ${err.message}` : '';
  return `${level >= ERROR ? 'Error' : 'Warning'}: ${msg}${reason}\n`;
}
