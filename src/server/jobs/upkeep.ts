import type { App } from '#server/app.ts';
import { isConnectionError } from '#server/db/errors.ts';
import type { UpkeepJob, UpkeepPart } from '#shared/contract/platform/upkeep.ts';

export type UpkeepApp = Pick<App, 'config' | 'pool' | 'series' | 'settings' | 'log' | 'now'>;

export type Removed = Partial<Pick<UpkeepPart, 'rows' | 'about' | 'files' | 'bytes'>>;

/** Calls `tell` as it removes things, so that the count is right even if it fails half-way. Safe to repeat. */
export type UpkeepWork = (app: UpkeepApp, tell: (removed: Removed) => void) => Promise<void>;

export interface Upkeep {
  job: UpkeepJob;
  everyMs: number;
  /** By name, in order; their words are `upkeep.part_…`. */
  parts: Readonly<Record<string, UpkeepWork>>;
}

/** Runs the parts one after the other; a failing part does not stop the next. `tell` receives the totals so far. */
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

/** A known reason's word, otherwise the error message. */
function failureOf(error: unknown): string {
  if (isConnectionError(error)) return 'database_away';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failures[code] ?? (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
