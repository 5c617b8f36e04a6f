import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CellValue } from 'hucre';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { type Limit, limitBroken, limits } from './limits.ts';

/** What the worker is to read: a sheet, or the names of all. */
export interface Asked {
  path: string;
  sheet?: string;
  limits: typeof limits;
}

export interface SheetRow {
  /** As a spreadsheet counts: from 1. */
  row: number;
  values: CellValue[];
}

/** Some filled rows, and how many bytes of the file are read with them. */
export interface SheetRows {
  rows: SheetRow[];
  /** The row that was looked at last, be it empty. */
  last: number;
  bytes: number;
}

export type Told =
  /** The thread has loaded its code. */
  | { ready: true }
  | { names: string[] }
  | SheetRows
  | { broken: Limit; row: number }
  /** It is no workbook. */
  | { wrong: true }
  | { end: true };

/** Reading time and heap of the worker. A workbook that needs more is refused. */
export interface Bounds {
  /** What is left for the whole file; each answer takes its time from it. */
  time?: { leftMs: number };
  heapMb?: number;
}

const HEAP_MB = 1024;
/** Nothing takes as long that a person made. */
const BATCH_MS = MINUTE_MS;

/**
 * A workbook is unpacked and read in a thread of its own, whose memory is limited: some kilobytes can be made to unpack
 * into texts and cells that would hold up everybody for a minute, or fill the memory.
 */
async function* toldBy(
  asked: Omit<Asked, 'limits'>,
  { time, heapMb = HEAP_MB }: Bounds,
): AsyncGenerator<Told> {
  const worker = new Worker(new URL('./xlsx-worker.js', import.meta.url), {
    workerData: { ...asked, limits } satisfies Asked,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // The flags of a test runner are not for it.
    execArgv: [],
  });
  // Always listened to: a thread that is out of memory while it is being ended would otherwise end the server.
  const died = new Promise<never>((_, reject) => worker.on('error', reject));
  died.catch(() => undefined);
  const nextOf = (signal?: AbortSignal) => Promise.race([once(worker, 'message', { signal }), died]);
  try {
    // Loading says nothing about the file: on a busy machine it may take long, and is not counted.
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

/** The names of the sheets that a reader sees. */
export async function sheetNames(path: string, bounds: Bounds): Promise<string[]> {
  for await (const told of toldBy({ path }, bounds)) if ('names' in told) return told.names;
  return [];
}

export async function* sheetRows(path: string, sheet: string, bounds: Bounds): AsyncGenerator<SheetRows> {
  for await (const told of toldBy({ path, sheet }, bounds)) if ('rows' in told) yield told;
}
