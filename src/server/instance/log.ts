import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import * as z from 'zod';
import type { Config } from './config.ts';

const LARGEST_FILE = 20 * 1024 * 1024;

/** Everything is logged to the file as JSON; the terminal shows only warnings and errors, one line each. */
export function openLog(folder: string, level: Config['logLevel']): Logger {
  return pino(
    { level },
    pino.multistream([
      { level: level === 'silent' ? 'fatal' : level, stream: rotatingFile(join(folder, 'server.log')) },
      { level: 'warn', stream: { write: (line: string) => process.stderr.write(forTerminal(line)) } },
    ]),
  );
}

/** At most two files: the current one and the previous one. */
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
        // A full disk must not make requests fail because of their log lines.
      }
    },
  };
}

/** pino's numeric level. */
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
