import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { processId } from './process-id.ts';
import { codeOf, StartError } from './start-error.ts';

const holderOf = z.object({ pid: z.int().positive(), started: z.string() });
type Holder = z.infer<typeof holderOf>;

export const LOCK_FILE = 'lanjing.lock';

export class FolderInUse extends StartError {}

/** Locks a folder for one process. Returns a function that unlocks it; the lock of a killed process is taken over. */
export async function lockFolder(folder: string, inUse: (pid: number) => string): Promise<() => void> {
  const path = join(folder, LOCK_FILE);
  const mine = JSON.stringify(processId(process.pid));
  for (let attempt = 0; attempt < 20; attempt++) {
    if (create(path, mine)) return releaseOf(path, mine);
    const found = read(path);
    const holder = parse(found);
    if (holder && isRunning(holder)) throw new FolderInUse(inUse(holder.pid));
    // Empty or incomplete: its owner may be just writing it, so read it again.
    if (!holder && attempt < 3) await sleep(50);
    else if (found !== undefined) removeStale(path, found);
  }
  throw new StartError(`Several processes begin at once in the folder ${folder}; try again.`);
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(content: string | undefined): Holder | undefined {
  try {
    return holderOf.safeParse(JSON.parse(content ?? '')).data;
  } catch {
    return undefined;
  }
}

function isRunning(holder: Holder): boolean {
  const running = processId(holder.pid);
  return running !== undefined && (running.started === '' || running.started === holder.started);
}

// Two processes may find the same stale lock. Renaming is atomic, so only one gets it; a process that has renamed a new
// lock by mistake puts it back.
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function releaseOf(path: string, mine: string): () => void {
  const release = () => {
    process.off('exit', release);
    if (read(path) === mine) rmSync(path, { force: true });
  };
  process.once('exit', release);
  return release;
}
