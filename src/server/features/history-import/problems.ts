import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { App } from '#server/app.ts';
import type { RowProblem } from '#shared/contract/history-import/history-import.ts';
import { Fault } from '#shared/faults.ts';

/**
 * Problems as NDJSON in a file and not in the database: a bad file may have millions, and they are only read in order.
 */
function pathOf({ config }: Pick<App, 'config'>, import_id: number): string {
  return join(config.filesDir, 'imports', `${import_id}.ndjson`);
}

export async function writeProblems(
  app: Pick<App, 'config'>,
  import_id: number,
  batches: AsyncIterable<readonly RowProblem[]>,
): Promise<void> {
  const path = pathOf(app, import_id);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(linesOf(batches), createWriteStream(path, { mode: 0o600 }));
}

async function* linesOf(batches: AsyncIterable<readonly RowProblem[]>): AsyncGenerator<string> {
  for await (const problems of batches) {
    if (problems.length > 0) yield problems.map((problem) => `${JSON.stringify(problem)}\n`).join('');
  }
}

const BATCH = 1000;

export async function* readProblems(
  app: Pick<App, 'config'>,
  import_id: number,
): AsyncGenerator<RowProblem[]> {
  const path = pathOf(app, import_id);
  // Moving an instance does not copy these files; checking the file again recreates them.
  await access(path).catch(() => {
    throw new Fault('file_missing');
  });
  let problems: RowProblem[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    problems.push(JSON.parse(line) as RowProblem);
    if (problems.length < BATCH) continue;
    yield problems;
    problems = [];
  }
  if (problems.length > 0) yield problems;
}

export async function removeProblems(app: Pick<App, 'config'>, import_id: number): Promise<void> {
  await rm(pathOf(app, import_id), { force: true });
}
