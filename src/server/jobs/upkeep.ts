import type { App } from '#server/app.ts';
import { isConnectionError } from '#server/db/errors.ts';
import type { UpkeepJob, UpkeepPart } from '#shared/contract/platform/upkeep.ts';

export type UpkeepApp = Pick<App, 'config' | 'pool' | 'series' | 'settings' | 'log' | 'now'>;

export type Removed = Partial<Pick<UpkeepPart, 'rows' | 'about' | 'files' | 'bytes'>>;

/** Tells what it has removed as it goes, so that it is known also where it fails half-way. Harmless to repeat. */
export type UpkeepWork = (app: UpkeepApp, tell: (removed: Removed) => void) => Promise<void>;

export interface Upkeep {
  job: UpkeepJob;
  everyMs: number;
  /** By name, in their order; their words are `upkeep.part_…`. */
  parts: Readonly<Record<string, UpkeepWork>>;
}

/** Does one part after the other: one that fails keeps the next from nothing. `tell` hears of all so far. */
export async function runParts(
  app: UpkeepApp,
  upkeep: Upkeep,
  tell: (parts: readonly UpkeepPart[]) => Promise<unknown>,
): Promise<UpkeepPart[]> {
  const parts: UpkeepPart[] = [];
  for (const [name, work] of Object.entries(upkeep.parts)) {
    const part: UpkeepPart = { part: name, rows: 0, about: false, files: 0, bytes: 0, failure: null };
    parts.push(part);
    try {
      await work(app, (removed) => count(part, removed));
    } catch (error) {
      app.log.warn({ err: error, job: upkeep.job, part: name }, 'upkeep failed');
      part.failure = failureOf(error);
    }
    await tell(parts);
  }
  return parts;
}

function count(part: UpkeepPart, { rows = 0, about = false, files = 0, bytes = 0 }: Removed): void {
  part.rows += rows;
  part.about ||= about;
  part.files += files;
  part.bytes += bytes;
}

const failures: Readonly<Record<string, string>> = {
  '55P03': 'busy',
  '53100': 'disk_full',
  ENOSPC: 'disk_full',
  EACCES: 'no_access',
  EPERM: 'no_access',
  EROFS: 'no_access',
};

/** A word for what is known, and else what was said. */
function failureOf(error: unknown): string {
  if (isConnectionError(error)) return 'database_away';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failures[code] ?? (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
