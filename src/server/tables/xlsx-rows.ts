import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CellValue } from 'hucre';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { type Limit, limitBroken, limits } from './limits.ts';

/** What the worker reads: one sheet, or the names of all. */
export interface Asked {
  path: string;
  sheet?: string;
  limits: typeof limits;
}

export interface SheetRow {
  /** Row number as in a spreadsheet, from 1. */
  row: number;
  values: CellValue[];
}

/** Some filled rows, and the number of bytes read so far. */
export interface SheetRows {
  rows: SheetRow[];
  /** The last row that was read, even if it is empty. */
  last: number;
  bytes: number;
}

export type Told =
  /** The thread has loaded its code. */
  | { ready: true }
  | { names: string[] }
  | SheetRows
  | { broken: Limit; row: number }
  /** It is not a workbook. */
  | { wrong: true }
  | { end: true };

/** Limits of the worker's time and heap. A workbook that needs more is refused. */
export interface Bounds {
  /** Time left for the whole file; each answer takes some of it. */
  time?: { leftMs: number };
  heapMb?: number;
}

const HEAP_MB = 1024;
/** No workbook made by a person takes this long. */
const BATCH_MS = MINUTE_MS;

/**
 * A workbook is unpacked and read in a thread with limited memory: a few kilobytes can unpack to texts and cells that
 * would block the server for a minute or fill the memory.
 */
async function* toldBy(
  asked: Omit<Asked, 'limits'>,
  { time, heapMb = HEAP_MB }: Bounds,
): AsyncGenerator<Told> {
  const worker = new Worker(new URL('./xlsx-worker.js', import.meta.url), {
    workerData: { ...asked, limits } satisfies Asked,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // Without the flags of a test runner.
    execArgv: [],
  });
  // Always listened to: a thread that runs out of memory while it is being stopped would otherwise end the server.
  const died = new Promise<never>((_, reject) => worker.on('error', reject));
  died.catch(() => undefined);
  const nextOf = (signal?: AbortSignal) => Promise.race([once(worker, 'message', { signal }), died]);
  try {
    // Loading is not counted: it says nothing about the file, and takes long on a busy machine.
    await nextOf();
    for (;;) {
      worker.postMessage('more');
      const told = await answerOf(nextOf, time);
      if ('wrong' in told) throw new Fault('file_format_wrong');
      if ('broken' in told) throw limitBroken(told.broken, told.row);
      if ('end' in told) return;
      yield told;
    }
  } finally {
    await worker.terminate();
  }
}

async function answerOf(
  nextOf: (signal: AbortSignal) => Promise<unknown[]>,
  time?: { leftMs: number },
): Promise<Told> {
  const began = performance.now();
  const limitMs = Math.ceil(Math.min(BATCH_MS, time?.leftMs ?? BATCH_MS));
  if (limitMs <= 0) throw tooComplex();
  try {
    const [told] = await nextOf(AbortSignal.timeout(limitMs));
    if (time) time.leftMs -= performance.now() - began;
    return told as Told;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_WORKER_OUT_OF_MEMORY' && code !== 'ABORT_ERR') throw error;
    throw tooComplex();
  }
}

function tooComplex(): Fault {
  return new Fault('upload_failed', { detail: 'xlsx_too_complex' });
}

/** The names of the visible sheets. */
export async function sheetNames(path: string, bounds: Bounds): Promise<string[]> {
  for await (const told of toldBy({ path }, bounds)) if ('names' in told) return told.names;
  return [];
}

export async function* sheetRows(path: string, sheet: string, bounds: Bounds): AsyncGenerator<SheetRows> {
  for await (const told of toldBy({ path, sheet }, bounds)) if ('rows' in told) yield told;
}
